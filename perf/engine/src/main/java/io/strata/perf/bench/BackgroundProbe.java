package io.strata.perf.bench;

import io.strata.readpath.blockcache.StrataSecondLevel;
import io.strata.readpath.cache.StrataCache;
import io.strata.readpath.l2.OffHeapBlockCache;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/**
 * Measures the longest step of Strata's background thread, which chooses victims and compacts size
 * classes: one thread inserts half the capacity into a full cache, in blocks of another size, and
 * after each of them reads a random earlier block, so that victims are anywhere. The code is
 * compiled first, by the same changes of size. Other tasks wait for at most one step.
 *
 * <p>Command: {@code ./strata bench engine background}.
 */
final class BackgroundProbe implements Probe {
  private static final long BYTES = 2L << 30;
  private static final long QUICK_BYTES = 64L << 20;
  private static final int FILES = 16;
  private static final int BLOCKS_EACH = 1 << 20;
  private static final double FULL = 1.2;
  private static final double HALF = 0.5;
  private static final int WARM_UPS = 2;
  private static final int EARLIER = 30_000;
  private static final long PAUSE_NANOS = 50_000;
  private static final int BYTES_BETWEEN_PAUSES = 64 << 10;

  /**
   * What is inserted. Blocks of the same size need no step: the inserting thread chooses its
   * victims itself.
   */
  static final List<MovingLoad.Blocks> LOADS =
      List.of(MovingLoad.Blocks.TO_8, MovingLoad.Blocks.FROM_8, MovingLoad.Blocks.TO_ANY);

  private final SampleFiles files = new SampleFiles(FILES, BLOCKS_EACH);
  private final SplittableRandom random = new SplittableRandom(1);
  private final MovingLoad.Blocks load;
  private int inserted;

  BackgroundProbe(MovingLoad.Blocks load) {
    this.load = load;
  }

  @Override
  public void measure(CacheKind kind, boolean quick, Sink sink) throws InterruptedException {
    long bytes = quick ? QUICK_BYTES : BYTES;
    StrataCache whole = CacheKind.strata(bytes, load.from().usual());
    try {
      OffHeapBlockCache strata = whole.offHeap();
      strata.awaitMemory();
      BlockCache cache = new StrataSecondLevel(strata);
      insert(cache, load.from(), (long) (FULL * bytes));
      for (int i = 0; i < WARM_UPS; i++) {
        insert(cache, load.to(), (long) (HALF * bytes));
        insert(cache, load.from(), (long) (FULL * bytes));
      }
      strata.awaitQuiet();
      long copied = strata.statistics().movedBytes();
      BackgroundSteps observed = BackgroundSteps.of(strata);
      insert(cache, load.to(), (long) (HALF * bytes));
      Histogram steps = observed.end();
      sink.whole(load.background("steps"), steps.getTotalCount());
      sink.whole(load.background("p50"), steps.getValueAtPercentile(50));
      sink.whole(load.background("p999"), steps.getValueAtPercentile(99.9));
      sink.whole(load.background("max"), steps.getMaxValue());
      copied = strata.statistics().movedBytes() - copied;
      sink.figure(load.background("copied"), copied / (HALF * bytes));
    } finally {
      whole.shutdown();
    }
  }

  private void read(BlockCache cache, int number) {
    Cacheable block = cache.getBlock(files.key(number), true, false, true);
    if (block != null) {
      block.release();
    }
  }

  private void insert(BlockCache cache, SizeMix mix, long bytes) {
    int sincePause = 0;
    for (long done = 0; done < bytes; inserted++) {
      int size = mix.next(random);
      HFileBlock block = SampleBlocks.over(ByteBuffer.allocate(size), SampleFiles.offset(inserted));
      cache.cacheBlock(files.key(inserted), block);
      read(cache, inserted - random.nextInt(Math.min(inserted, EARLIER) + 1));
      done += size;
      sincePause += size;
      if (sincePause >= BYTES_BETWEEN_PAUSES) {
        sincePause = 0;
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
