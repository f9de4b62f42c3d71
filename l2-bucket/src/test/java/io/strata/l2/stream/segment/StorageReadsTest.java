package io.strata.l2.stream.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/** Reads of bytes that only the storage has. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class StorageReadsTest {
  private static final int PREFETCH = 100_000;
  private static final ReadIndexOptions OPTIONS = TestIndex.options(64 << 10, PREFETCH);

  @TempDir private Path folder;

  /** Returns a segment whose bytes only the storage has, as after a restart. */
  private static SegmentIndex old(TestIndex test, int bytes) throws IOException {
    SegmentIndex segment = test.index().add("log");
    while (segment.end() < bytes) {
      TestIndex.append(segment, (int) Math.min(PREFETCH, bytes - segment.end()));
      test.persistAll(segment);
    }
    test.index().delete("log");
    return test.index().add("log", 0, bytes);
  }

  @Test
  void readFetchesALargerRange() throws IOException {
    try (TestIndex test = new TestIndex(folder, OPTIONS)) {
      SegmentIndex segment = old(test, 1_000_000);
      try (SegmentRead read = segment.read(250_000, 10)) {
        assertThat(read.wasCached()).isFalse();
        assertThat(read.length()).isEqualTo(10);
        assertThat(read.buffers()).hasSize(1);
        assertThat(TestIndex.check(segment, 250_000, 10, read)).isEqualTo(250_010);
      }
      assertThat(TestIndex.isCached(segment, 200_000)).isTrue();
      assertThat(TestIndex.isCached(segment, 299_999)).isTrue();
      assertThat(TestIndex.isCached(segment, 199_999)).isFalse();
      assertThat(TestIndex.isCached(segment, 300_000)).isFalse();
      assertThat(test.files().reads()).isEqualTo(1);
      TestIndex.checkFrom(segment, 0);
      assertThat(test.files().reads()).as("one read per range").isEqualTo(10);
      TestIndex.checkFrom(segment, 0);
      assertThat(test.files().reads()).as("all bytes are in memory").isEqualTo(10);
      assertThat(test.index().statistics().fetchedBytes()).isEqualTo(1_000_000);
    }
  }

  @Test
  void bytesInMemoryAreNotFetched() throws IOException {
    try (TestIndex test = new TestIndex(folder, OPTIONS)) {
      SegmentIndex segment = old(test, 150_000);
      TestIndex.append(segment, 1_000);
      test.persistAll(segment);
      TestIndex.check(segment, 120_000, 10);
      assertThat(test.index().statistics().fetchedBytes()).isEqualTo(50_000);
      TestIndex.checkFrom(segment, 0);
      assertThat(test.index().statistics().fetchedBytes()).isEqualTo(150_000);
    }
  }

  @Test
  void truncatedBytesAreNotFetched() throws IOException {
    try (TestIndex test = new TestIndex(folder, OPTIONS)) {
      SegmentIndex segment = old(test, 150_000);
      segment.truncate(60_000);
      TestIndex.check(segment, 80_000, 10);
      assertThat(test.index().statistics().fetchedBytes()).isEqualTo(40_000);
    }
  }

  @Test
  void bytesInMemoryByThenAreNotAddedAgain() throws IOException {
    try (TestIndex test = new TestIndex(folder, OPTIONS)) {
      SegmentIndex segment = old(test, 10_000);
      TestIndex.check(segment, 0, 10);
      byte[] bytes = TestIndex.bytes("log", 5_000, 5_000);
      IndexEntry again = segment.entries().tryInsert(5_000, ByteBuffer.wrap(bytes));
      segment.stage(new ByteRange(5_000, 10_000), again);
      assertThat(test.index().statistics().entries()).isEqualTo(1);
    }
  }

  @Test
  void appendExtendsAFetchedEntry() throws IOException {
    try (TestIndex test = new TestIndex(folder, OPTIONS)) {
      SegmentIndex segment = old(test, 10_000);
      TestIndex.check(segment, 0, 10);
      TestIndex.append(segment, 10_000);
      assertThat(test.index().statistics().entries()).isEqualTo(1);
      TestIndex.checkFrom(segment, 0);
    }
  }

  @Test
  void concurrentReadsFetchARangeOnce() throws Exception {
    int threads = 8;
    AtomicInteger reads = new AtomicInteger();
    CountDownLatch isRead = new CountDownLatch(1);
    SegmentStorage storage =
        (name, offset, into) -> {
          reads.incrementAndGet();
          try {
            isRead.await();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
          into.put(TestIndex.bytes(name, offset, into.remaining()));
        };
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (TestIndex test = new TestIndex(OPTIONS, folder, storage)) {
      SegmentIndex segment = test.index().add("log", 0, 1_000_000);
      List<Future<Long>> ends = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int offset = 100_000 + i;
        ends.add(pool.submit(() -> TestIndex.check(segment, offset, 100)));
      }
      isRead.countDown();
      for (int i = 0; i < threads; i++) {
        assertThat(ends.get(i).get()).isEqualTo(100_100 + i);
      }
      assertThat(reads.get()).isEqualTo(1);
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void failedFetchIsReportedAndRetried() throws IOException {
    AtomicInteger reads = new AtomicInteger();
    SegmentStorage storage =
        (name, offset, into) -> {
          if (reads.incrementAndGet() == 1) {
            throw new IOException("The disk is gone.");
          }
          into.put(TestIndex.bytes(name, offset, into.remaining()));
        };
    try (TestIndex test = new TestIndex(OPTIONS, folder, storage)) {
      SegmentIndex segment = test.index().add("log", 0, 1_000);
      assertThatThrownBy(() -> segment.read(0, 1))
          .isInstanceOf(IOException.class)
          .hasMessage("The disk is gone.");
      TestIndex.checkFrom(segment, 0);
    }
  }

  @Test
  void failedFetchIsReportedToAllWaitingReaders() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch fails = new CountDownLatch(1);
    SegmentStorage storage =
        (name, offset, into) -> {
          begun.countDown();
          try {
            fails.await();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
          throw new IOException("The disk is gone.");
        };
    try (TestIndex test = new TestIndex(OPTIONS, folder, storage)) {
      SegmentIndex segment = test.index().add("log", 0, 1_000);
      List<CompletableFuture<Void>> readers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        readers.add(
            CompletableFuture.runAsync(
                () ->
                    assertThatThrownBy(() -> segment.read(0, 1))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("The disk is gone.")));
      }
      begun.await();
      fails.countDown();
      for (CompletableFuture<Void> reader : readers) {
        reader.get();
      }
    }
  }

  @Test
  void shortFetchIsReported() throws IOException {
    SegmentStorage storage = (name, offset, into) -> into.put((byte) 1);
    try (TestIndex test = new TestIndex(OPTIONS, folder, storage)) {
      SegmentIndex segment = test.index().add("log", 0, 1_000);
      assertThatThrownBy(() -> segment.read(10, 1))
          .isInstanceOf(IOException.class)
          .hasMessage("The storage returned 999 bytes too few of log from 0 to 1000.");
    }
  }

  @Test
  void readOfTruncatedBytesReportsTheTruncation() throws IOException {
    SegmentIndex[] segment = new SegmentIndex[1];
    SegmentStorage storage =
        (name, offset, into) -> {
          segment[0].truncate(500);
          throw new IOException("There is no such file.");
        };
    try (TestIndex test = new TestIndex(OPTIONS, folder, storage)) {
      segment[0] = test.index().add("log", 0, 1_000);
      assertThatThrownBy(() -> segment[0].read(10, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Segment log: has bytes 500 to 1000, none at 10.");
    }
  }

  @Test
  void bytesTruncatedDuringTheFetchAreNotKept() throws IOException {
    SegmentIndex[] segment = new SegmentIndex[1];
    SegmentStorage storage =
        (name, offset, into) -> {
          into.put(TestIndex.bytes(name, offset, into.remaining()));
          segment[0].truncate(500_000);
        };
    try (TestIndex test = new TestIndex(OPTIONS, folder, storage)) {
      segment[0] = test.index().add("log", 0, 1_000_000);
      TestIndex.check(segment[0], 10, 10);
      assertThat(test.index().statistics().entries()).isZero();
    }
  }

  @Test
  void bytesThatCannotBeCachedAreReadNevertheless() throws IOException {
    SegmentStorage storage =
        (name, offset, into) -> into.put(TestIndex.bytes(name, offset, into.remaining()));
    try (TestIndex test = new TestIndex(OPTIONS, folder, storage)) {
      SegmentIndex old = test.index().add("old", 0, 1_000_000);
      SegmentIndex segment = test.index().add("log");
      // No entry can be evicted, because the storage does not have its bytes.
      segment.append(ByteBuffer.wrap(TestIndex.bytes("log", 0, TestIndex.CAPACITY - PREFETCH)));
      TestIndex.checkFrom(old, 0);
      assertThat(test.index().statistics().notKept()).isPositive();
      TestIndex.checkFrom(segment, 0);
    }
  }
}
