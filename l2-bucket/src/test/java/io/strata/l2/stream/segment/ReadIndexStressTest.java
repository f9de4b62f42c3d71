package io.strata.l2.stream.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Producers, readers of the tail and of older bytes, a thread that persists all bytes to files, and
 * one that truncates, with memory for a fraction of the bytes.
 */
@Tag("stress")
@Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class ReadIndexStressTest {
  private static final int SEGMENTS = 3;
  private static final long BYTES =
      Integer.getInteger("strata.readindex.megabytes", 60) * (1L << 20);

  /** Bytes kept of a segment: more than fit into memory. */
  private static final long KEPT = 2L * TestIndex.CAPACITY;

  /** Maximum distance of the files behind the end. */
  private static final long BEHIND = TestIndex.CAPACITY / 8;

  @TempDir private Path folder;

  private final AtomicInteger producing = new AtomicInteger(SEGMENTS);

  @Test
  void readersReadTheBytesOfTheirSegments() throws Exception {
    ReadIndexOptions options = TestIndex.options(200_000, 100_000).withWaitMillis(600_000);
    ExecutorService pool = Executors.newCachedThreadPool();
    try (TestIndex test = new TestIndex(folder, options)) {
      List<SegmentIndex> segments = new ArrayList<>();
      List<Future<Void>> done = new ArrayList<>();
      for (int i = 0; i < SEGMENTS; i++) {
        segments.add(test.index().add("segment-" + i));
      }
      for (SegmentIndex segment : segments) {
        done.add(pool.submit(producer(segment)));
        done.add(pool.submit(tailReader(segment)));
      }
      done.add(pool.submit(historian(segments, 1)));
      done.add(pool.submit(historian(segments, 2)));
      done.add(pool.submit(toFiles(test, segments)));
      done.add(pool.submit(truncating(segments)));
      for (Future<Void> each : done) {
        each.get();
      }
      for (SegmentIndex segment : segments) {
        TestIndex.checkFrom(segment, segment.begin());
      }
      assertThat(test.index().statistics().evictedBytes()).isPositive();
      assertThat(test.index().statistics().fetches()).isPositive();
    } finally {
      pool.shutdownNow();
    }
  }

  private Callable<Void> producer(SegmentIndex segment) {
    SplittableRandom random = new SplittableRandom(segment.name().hashCode());
    return () -> {
      try {
        while (segment.end() < BYTES) {
          TestIndex.append(segment, 1 + random.nextInt(random.nextInt(10) == 0 ? 300_000 : 5_000));
        }
      } finally {
        producing.decrementAndGet();
      }
      return null;
    };
  }

  private static Callable<Void> tailReader(SegmentIndex segment) {
    return () -> {
      long at = 0;
      while (at < BYTES) {
        try (SegmentRead read = segment.readTail(at, 50_000, 1_000)) {
          at = read == null ? at : TestIndex.check(segment, at, 50_000, read);
        } catch (IllegalArgumentException e) {
          // It was too slow, and the bytes it wanted were truncated.
          assertThat(at).isLessThan(segment.begin());
          at = segment.begin();
        }
      }
      return null;
    };
  }

  private Callable<Void> historian(List<SegmentIndex> segments, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return () -> {
      while (producing.get() > 0) {
        SegmentIndex segment = segments.get(random.nextInt(segments.size()));
        long begin = segment.begin();
        long end = segment.end();
        if (begin < end) {
          long offset = begin + random.nextLong(end - begin);
          readOnce(segment, offset, 1 + random.nextInt(200_000));
        }
      }
      return null;
    };
  }

  private static void readOnce(SegmentIndex segment, long offset, int bytes) throws IOException {
    try {
      TestIndex.check(segment, offset, bytes);
    } catch (IllegalArgumentException e) {
      assertThat(offset).isLessThan(segment.begin());
    }
  }

  private Callable<Void> toFiles(TestIndex test, List<SegmentIndex> segments) {
    return () -> {
      boolean isLast;
      do {
        isLast = producing.get() == 0;
        for (SegmentIndex segment : segments) {
          // In steps, so that producers have to wait sometimes.
          test.files().persist(segment, Math.min(segment.end(), segment.persisted() + BEHIND));
        }
      } while (!isLast);
      return null;
    };
  }

  private Callable<Void> truncating(List<SegmentIndex> segments) {
    return () -> {
      while (producing.get() > 0) {
        for (SegmentIndex segment : segments) {
          // The bytes in memory only belong to the producer and the thread that persists them.
          segment.truncate(Math.max(0, Math.min(segment.persisted(), segment.end() - KEPT)));
        }
        Thread.onSpinWait();
      }
      return null;
    };
  }
}
