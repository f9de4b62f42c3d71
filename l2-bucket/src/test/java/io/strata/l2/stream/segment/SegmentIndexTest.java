package io.strata.l2.stream.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.stream.CacheFullException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class SegmentIndexTest {
  private static final int ENTRY = 64 << 10;
  private static final long LONGER_THAN_A_TEST = TimeUnit.HOURS.toMillis(1);

  @TempDir private Path folder;

  private TestIndex open() {
    return new TestIndex(folder, TestIndex.options(ENTRY, ENTRY));
  }

  // ---- appending

  @Test
  void appendedBytesAreReadFromMemory() throws IOException {
    try (TestIndex test = open()) {
      SegmentIndex segment = test.index().add("log");
      for (int i = 1; i <= 100; i++) {
        long end = segment.end();
        assertThat(TestIndex.append(segment, 37 * i)).isEqualTo(end + 37L * i);
      }
      TestIndex.checkFrom(segment, 0);
      assertThat(test.files().reads()).isZero();
    }
  }

  @Test
  void appendsExtendTheLastEntryUpToTheMaximumLength() throws IOException {
    try (TestIndex test = open()) {
      SegmentIndex segment = test.index().add("log");
      for (int i = 0; i < ENTRY / 1024; i++) {
        TestIndex.append(segment, 1024);
      }
      assertThat(test.index().statistics().entries()).isEqualTo(1);
      TestIndex.append(segment, 1);
      assertThat(test.index().statistics().entries()).isEqualTo(2);
      try (SegmentRead read = segment.read(0, ENTRY)) {
        assertThat(read.length()).isEqualTo(ENTRY);
        assertThat(read.buffers()).as("a single buffer").hasSize(1);
        assertThat(read.wasCached()).isTrue();
      }
    }
  }

  @Test
  void longAppendFillsTheLastEntryAndAddsOthers() throws IOException {
    try (TestIndex test = open()) {
      SegmentIndex segment = test.index().add("log");
      TestIndex.append(segment, 1000);
      TestIndex.append(segment, 3 * ENTRY);
      assertThat(test.index().statistics().entries()).isEqualTo(4);
      TestIndex.checkFrom(segment, 0);
    }
  }

  @Test
  void appendToAFullCacheChangesNothing() throws IOException {
    try (TestIndex test = open()) {
      SegmentIndex segment = test.index().add("log");
      TestIndex.append(segment, ENTRY / 2);
      byte[] tooMuch = TestIndex.bytes("log", ENTRY / 2, TestIndex.CAPACITY);
      assertThatThrownBy(() -> segment.append(ENTRY / 2, ByteBuffer.wrap(tooMuch)))
          .isInstanceOf(CacheFullException.class)
          .hasMessageContaining("enlarge the cache");
      assertThat(segment.end()).isEqualTo(ENTRY / 2);
      assertThat(test.index().audit()).isEmpty();
      TestIndex.append(segment, ENTRY);
      TestIndex.checkFrom(segment, 0);
    }
  }

  @Test
  void oneOfConcurrentAppendsAtAnOffsetSucceeds() throws IOException {
    try (TestIndex test = open()) {
      SegmentIndex segment = test.index().add("log");
      TestIndex.append(segment, 10);
      ByteBuffer late = ByteBuffer.wrap(TestIndex.bytes("log", 0, 10));
      assertThatThrownBy(() -> segment.append(0, late))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Segment log: ends at 10, so bytes cannot be appended at 0.");
      assertThat(segment.append(ByteBuffer.wrap(TestIndex.bytes("log", 10, 5)))).isEqualTo(15);
      assertThat(late.remaining()).isEqualTo(10);
      TestIndex.checkFrom(segment, 0);
    }
  }

  @Test
  void emptyAppendChangesNothing() throws IOException {
    try (TestIndex test = open()) {
      SegmentIndex segment = test.index().add("log");
      assertThat(segment.append(0, ByteBuffer.allocate(0))).isZero();
      assertThat(test.index().statistics().entries()).isZero();
      assertThat(segment.read(0, 1)).isNull();
    }
  }

  // ---- the tail

  /** Starts a thread that reads at the tail, and returns when it waits. */
  private static FutureTask<SegmentRead> waiting(SegmentIndex segment, long offset) {
    FutureTask<SegmentRead> task =
        new FutureTask<>(() -> segment.readTail(offset, 100, LONGER_THAN_A_TEST));
    Thread thread = new Thread(task, "tail");
    thread.start();
    while (thread.getState() != Thread.State.TIMED_WAITING && !task.isDone()) {
      Thread.onSpinWait();
    }
    return task;
  }

  @Test
  void appendWakesTailReaders() throws Exception {
    try (TestIndex test = open()) {
      SegmentIndex segment = test.index().add("log");
      TestIndex.append(segment, 10);
      FutureTask<SegmentRead> reader = waiting(segment, 10);
      TestIndex.append(segment, 20);
      try (SegmentRead tail = reader.get()) {
        assertThat(TestIndex.check(segment, 10, 100, tail)).isEqualTo(30);
      }
    }
  }

  @Test
  void tailReadTimesOut() throws Exception {
    try (TestIndex test = open()) {
      SegmentIndex segment = test.index().add("log");
      assertThat(segment.readTail(0, 100, 1)).isNull();
    }
  }

  @Test
  void deletionWakesTailReaders() throws Exception {
    try (TestIndex test = open()) {
      SegmentIndex segment = test.index().add("log");
      FutureTask<SegmentRead> reader = waiting(segment, 0);
      test.index().delete("log");
      assertThatThrownBy(reader::get)
          .hasCauseInstanceOf(IllegalStateException.class)
          .hasMessageContaining("log is deleted");
    }
  }

  // ---- truncating and deleting

  @Test
  void truncatedBytesAreRemoved() throws IOException {
    try (TestIndex test = open()) {
      SegmentIndex segment = test.index().add("log");
      TestIndex.append(segment, 3 * ENTRY);
      segment.truncate(ENTRY + 5);
      assertThat(test.index().statistics().entries()).isEqualTo(2);
      assertThat(segment.begin()).isEqualTo(ENTRY + 5);
      assertThatThrownBy(() -> segment.read(ENTRY + 4, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Segment log: has bytes 65541 to 196608, none at 65540.");
      TestIndex.checkFrom(segment, ENTRY + 5);
      segment.truncate(0);
      assertThat(segment.begin()).as("truncation is not undone").isEqualTo(ENTRY + 5);
      segment.truncate(3 * ENTRY);
      assertThat(test.index().statistics().entries()).isZero();
      TestIndex.append(segment, 100);
      TestIndex.checkFrom(segment, 3 * ENTRY);
      assertThat(test.files().reads()).isZero();
    }
  }

  @Test
  void existingReadsStayValid() throws IOException {
    try (TestIndex test = open()) {
      SegmentIndex segment = test.index().add("log");
      TestIndex.append(segment, 10_000);
      try (SegmentRead read = segment.read(5_000, 2_000)) {
        TestIndex.append(segment, 10_000);
        assertThat(test.index().delete("log")).isTrue();
        SegmentIndex other = test.index().add("other");
        TestIndex.append(other, TestIndex.CAPACITY / 2);
        assertThat(TestIndex.check(segment, 5_000, 2_000, read)).isEqualTo(7_000);
        assertThat(test.index().memory().deletedInUse()).isEqualTo(1);
      }
    }
  }

  @Test
  void deletedSegmentIsRemoved() throws IOException {
    try (TestIndex test = open()) {
      SegmentIndex segment = test.index().add("log");
      TestIndex.append(segment, 10_000);
      assertThat(test.index().delete("log")).isTrue();
      assertThat(test.index().delete("log")).isFalse();
      assertThat(test.index().get("log")).isNull();
      assertThat(test.index().memory().usedBlocks()).isZero();
      assertThatThrownBy(() -> TestIndex.append(segment, 1)).hasMessageContaining("is deleted");
      assertThatThrownBy(() -> segment.read(0, 1)).hasMessageContaining("is deleted");
      assertThatThrownBy(() -> segment.truncate(1)).hasMessageContaining("is deleted");
      assertThat(test.index().add("log").end()).isZero();
    }
  }

  // ---- errors

  @Test
  void invalidCallsAreRejected() throws IOException {
    try (TestIndex test = open()) {
      SegmentIndex segment = test.index().add("log", 5, 10);
      assertThatThrownBy(() -> test.index().add("log"))
          .hasMessage("Segment log exists. Delete it, or use another name.");
      assertThatThrownBy(() -> test.index().add("other", 2, 1))
          .hasMessage(
              "Segment other: range 2 to 1 is invalid. Begin at 0 or later, and end no earlier.");
      assertThatThrownBy(() -> segment.read(11, 1))
          .hasMessage("Segment log: has bytes 5 to 10, none at 11.");
      assertThatThrownBy(() -> segment.read(7, 0))
          .hasMessage("Read of 0 bytes of segment log: too few. Use 1 or more.");
      assertThatThrownBy(() -> segment.persisted(11))
          .hasMessage("Segment log: ends at 10, so bytes up to 11 cannot be persisted.");
      assertThatThrownBy(() -> segment.truncate(11))
          .hasMessage("Segment log: ends at 10, so it cannot be truncated at 11.");
    }
    assertThatThrownBy(() -> TestIndex.options(0, 1))
        .hasMessage(
            "Entries of 0 bytes are out of range. Use 1 to %d, a quarter of the memory."
                .formatted(TestIndex.CAPACITY / 4));
    assertThatThrownBy(() -> TestIndex.options(1, 2 << 20))
        .hasMessageContaining("Prefetches of 2097152 bytes are out of range");
  }

  @Test
  void closedIndexThrows() throws IOException {
    TestIndex test = open();
    SegmentIndex segment = test.index().add("log");
    TestIndex.append(segment, 10);
    test.close();
    assertThatThrownBy(() -> segment.read(0, 1)).hasMessageContaining("its index is closed");
    assertThatThrownBy(() -> test.index().add("other")).hasMessage("The index is closed.");
  }
}
