package io.strata.perf.bench;

import java.nio.ByteBuffer;
import java.util.LongSummaryStatistics;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/**
 * Measures memory utilization: block bytes over configured bytes, for caches of two sizes. One
 * thread inserts three times the capacity at full speed; if the mix of sizes shifts, twice the
 * capacity of the first mix and once that of the second. The figure is the mean over the last tenth
 * of the capacity, beside the {@link BestFit}; and if the mix shifts, the minimum while the
 * capacity of the second mix is inserted.
 *
 * <p>Command: {@code ./strata bench engine fit}.
 */
final class FitProbe implements Probe {
  private static final int CAPACITIES = 3;
  private static final int QUICK_MEGABYTES = 64;
  private static final int SAMPLES = 20;
  private static final int FILES = 16;
  private static final int BLOCKS_EACH = 1 << 20;

  private final SampleFiles files = new SampleFiles(FILES, BLOCKS_EACH);

  private final FitCase fitCase;

  FitProbe(FitCase fitCase) {
    this.fitCase = fitCase;
  }

  @Override
  public void measure(CacheKind kind, boolean quick, Sink sink) throws InterruptedException {
    for (int megabytes : FitCase.MEGABYTES) {
      measure(kind, quick ? QUICK_MEGABYTES : megabytes, megabytes, sink);
    }
  }

  private void measure(CacheKind kind, int megabytes, int named, Sink sink)
      throws InterruptedException {
    long bytes = (long) megabytes << 20;
    SizeMix first = fitCase.first();
    SizeMix last = fitCase.last();
    SplittableRandom random = new SplittableRandom(1);
    try (ObservedCache observed = ObservedCache.open(kind, bytes, first.usual())) {
      Feed feed = new Feed(observed);
      feed.put(first, random, (CAPACITIES - 1) * bytes);
      long sampled = bytes / 10;
      LongSummaryStatistics before = feed.sample(last, random, bytes - sampled);
      LongSummaryStatistics useful = feed.sample(last, random, sampled);
      observed.awaitQuiet();
      sink.figure(fitCase.figure("useful", named), useful.getAverage() / bytes);
      if (fitCase.shifts()) {
        double least = Math.min(before.getMin(), useful.getMin());
        sink.figure(fitCase.figure("least", named), least / bytes);
      }
      if (kind == CacheKind.STRATA) {
        sink.figure(fitCase.figure("best", named), BestFit.of(last, bytes));
      }
      long dropped = feed.inserted - observed.blocks() - observed.evicted();
      sink.figure(fitCase.figure("dropped", named), (double) dropped / feed.inserted);
    }
  }

  /** Inserts blocks into one cache. */
  private final class Feed {
    private final ObservedCache observed;
    private int inserted;

    Feed(ObservedCache observed) {
      this.observed = observed;
    }

    /** Inserts this many bytes and returns samples of the bytes that are cached meanwhile. */
    LongSummaryStatistics sample(SizeMix mix, SplittableRandom random, long bytes) {
      LongSummaryStatistics cached = new LongSummaryStatistics();
      for (int i = 0; i < SAMPLES; i++) {
        put(mix, random, bytes / SAMPLES);
        cached.accept(observed.blockBytes());
      }
      return cached;
    }

    void put(SizeMix mix, SplittableRandom random, long bytes) {
      for (long done = 0; done < bytes; ) {
        int size = mix.next(random);
        HFileBlock block =
            SampleBlocks.over(ByteBuffer.allocate(size), SampleFiles.offset(inserted));
        observed.cache().cacheBlock(files.key(inserted), block);
        inserted++;
        done += size;
      }
    }
  }
}
