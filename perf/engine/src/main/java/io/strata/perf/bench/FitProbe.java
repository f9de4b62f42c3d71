package io.strata.perf.bench;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/**
 * Useful bytes over configured bytes of caches of two sizes that were fed three times its capacity,
 * or, where the mix of sizes shifts, twice its capacity of the first mix and then once of the
 * second: the mean over the last tenth of a capacity's bytes. One thread feeds, as fast as it can.
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
    try (Watched watched = Watched.open(kind, bytes, first.usual())) {
      Feed feed = new Feed(watched);
      feed.put(first, random, (CAPACITIES - 1) * bytes);
      long sampled = bytes / 10;
      feed.put(last, random, bytes - sampled);
      double useful = 0;
      for (int i = 0; i < SAMPLES; i++) {
        feed.put(last, random, sampled / SAMPLES);
        useful += watched.usefulBytes();
      }
      watched.awaitQuiet();
      sink.figure(fitCase.figure("useful", named), useful / SAMPLES / bytes);
      long dropped = feed.offered - watched.blocks() - watched.evicted();
      sink.figure(fitCase.figure("dropped", named), (double) dropped / feed.offered);
    }
  }

  /** What goes into one cache, block after block. */
  private final class Feed {
    private final Watched watched;
    private int offered;

    Feed(Watched watched) {
      this.watched = watched;
    }

    void put(SizeMix mix, SplittableRandom random, long bytes) {
      for (long fed = 0; fed < bytes; ) {
        int size = mix.next(random);
        HFileBlock block =
            SampleBlocks.over(ByteBuffer.allocate(size), SampleFiles.offset(offered));
        watched.cache().cacheBlock(files.key(offered), block);
        offered++;
        fed += size;
      }
    }
  }
}
