package io.strata.l2.stream.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.stream.CacheFullException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/** Which entries are evicted when memory is full. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class EvictionTest {
  private static final int ENTRY = 64 << 10;

  @TempDir private Path folder;

  private TestIndex open() {
    return new TestIndex(folder, TestIndex.options(ENTRY, ENTRY));
  }

  @Test
  void leastRecentlyUsedEntriesAreEvicted() throws IOException {
    try (TestIndex test = open()) {
      SegmentIndex hot = test.index().add("hot");
      TestIndex.append(hot, ENTRY);
      test.persistAll(hot);
      SegmentIndex log = test.index().add("log");
      while (log.end() < 4 * TestIndex.CAPACITY) {
        TestIndex.append(log, ENTRY);
        test.persistAll(log);
        TestIndex.check(hot, 0, ENTRY);
      }
      assertThat(test.index().statistics().evictedEntries()).isPositive();
      assertThat(test.files().reads()).as("entries read all the time stay").isZero();
      assertThat(TestIndex.isCached(log, 0)).isFalse();
      assertThat(TestIndex.isCached(log, log.end() - TestIndex.CAPACITY / 2)).isTrue();
      TestIndex.checkFrom(log, 0);
    }
  }

  @Test
  void unpersistedEntriesStay() throws IOException {
    try (TestIndex test = open()) {
      SegmentIndex kept = test.index().add("kept");
      TestIndex.append(kept, TestIndex.CAPACITY / 2);
      SegmentIndex log = test.index().add("log");
      while (log.end() < 4 * TestIndex.CAPACITY) {
        TestIndex.append(log, ENTRY);
        test.persistAll(log);
      }
      TestIndex.checkFrom(kept, 0);
      assertThat(test.files().reads()).isZero();
      assertThatThrownBy(() -> kept.append(ByteBuffer.allocate(TestIndex.CAPACITY / 2)))
          .isInstanceOf(CacheFullException.class);
      TestIndex.checkFrom(kept, 0);
    }
  }

  @Test
  void appendWaitsUntilMoreIsPersisted() throws Exception {
    ReadIndexOptions options = TestIndex.options(ENTRY, ENTRY).withWaitMillis(200_000);
    try (TestIndex test = new TestIndex(folder, options)) {
      SegmentIndex log = test.index().add("log");
      TestIndex.append(log, TestIndex.CAPACITY - 2 * ENTRY);
      CompletableFuture<Void> appender =
          CompletableFuture.runAsync(() -> TestIndex.append(log, 10 * ENTRY));
      test.persistAll(log);
      appender.get();
      TestIndex.checkFrom(log, 0);
    }
  }

  @Test
  void appendWaitsUntilEnoughIsTruncated() throws Exception {
    ReadIndexOptions options = TestIndex.options(ENTRY, ENTRY).withWaitMillis(200_000);
    try (TestIndex test = new TestIndex(folder, options)) {
      SegmentIndex log = test.index().add("log");
      TestIndex.append(log, TestIndex.CAPACITY - 2 * ENTRY);
      CompletableFuture<Void> appender =
          CompletableFuture.runAsync(() -> TestIndex.append(log, 10 * ENTRY));
      log.truncate(20 * ENTRY);
      appender.get();
      TestIndex.checkFrom(log, 20 * ENTRY);
    }
  }

  @Test
  void appendToAnEvictedTailAddsAnEntry() throws IOException {
    try (TestIndex test = open()) {
      SegmentIndex idle = test.index().add("idle");
      TestIndex.append(idle, 5_000);
      test.persistAll(idle);
      SegmentIndex log = test.index().add("log");
      while (TestIndex.isCached(idle, 0)) {
        TestIndex.append(log, ENTRY);
        test.persistAll(log);
      }
      TestIndex.append(idle, 5_000);
      try (SegmentRead tail = idle.read(5_000, 10_000)) {
        assertThat(TestIndex.check(idle, 5_000, 10_000, tail)).isEqualTo(10_000);
        assertThat(tail.wasCached()).isTrue();
      }
      TestIndex.checkFrom(idle, 0);
    }
  }

  @Test
  void shortEntriesAgeByTheMemoryTheyUse() throws IOException {
    try (TestIndex test = open()) {
      SegmentIndex hot = test.index().add("hot");
      TestIndex.append(hot, 10);
      test.persistAll(hot);
      for (int i = 0; i < 3_000; i++) {
        SegmentIndex each = test.index().add("each" + i);
        TestIndex.append(each, 10);
        // Declared as persisted, because this test never reads it again.
        each.persisted(10);
        TestIndex.check(hot, 0, 10);
      }
      assertThat(test.index().statistics().evictedEntries()).isPositive();
      assertThat(test.files().reads()).isZero();
    }
  }
}
