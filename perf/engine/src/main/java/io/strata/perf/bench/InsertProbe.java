package io.strata.perf.bench;

import io.strata.perf.common.ParallelRun;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/**
 * Measures inserts of 64 KB blocks by two threads at full speed into a full cache, and plain copies
 * of the same blocks in the same process. A block counts as inserted if it is in the cache at the
 * end or was evicted from it; the others were dropped.
 *
 * <p>Command: {@code ./strata bench engine insert}.
 */
final class InsertProbe implements Probe {
  private static final int THREADS = 2;

  /** Enough keys for a cache that drops blocks as fast as threads offer them. */
  private static final int FILES = 512;

  private static final int BLOCKS_EACH = 1 << 20;
  private static final int BLOCKS_PER_THREAD = FILES / THREADS * BLOCKS_EACH;

  private final SourceBlocks sources = new SourceBlocks();
  private final SampleFiles files = new SampleFiles(FILES, BLOCKS_EACH);

  @Override
  public void measure(CacheKind kind, boolean quick, Sink sink) throws InterruptedException {
    long nanos = TimeUnit.MILLISECONDS.toNanos(quick ? 300 : 3_000);
    CopyRegion region = new CopyRegion(sources, THREADS);
    ParallelRun.run(THREADS, nanos, region::copy);
    double before = rate(ParallelRun.run(THREADS, nanos, region::copy));
    try (ObservedCache observed =
        ObservedCache.open(kind, CopyRegion.BYTES, SourceBlocks.BLOCK_BYTES)) {
      int[] next = new int[THREADS];
      insert(observed, 4 * nanos, next);
      long warmUp = inserted(observed);
      long start = System.nanoTime();
      long attempts = insert(observed, nanos, next);
      long inserted = inserted(observed) - warmUp;
      long took = System.nanoTime() - start;
      sink.figure("insert.rate", (double) inserted * SourceBlocks.BLOCK_BYTES / took);
      sink.whole("insert.dropped", attempts - inserted);
      sink.figure("insert.droppedShare", (double) (attempts - inserted) / attempts);
    }
    double after = rate(ParallelRun.run(THREADS, nanos, region::copy));
    sink.figure("insert.copy", (before + after) / 2);
  }

  private static double rate(ParallelRun.Result copied) {
    return (double) copied.done() / copied.nanos();
  }

  /** Returns the number of blocks that entered the cache so far. */
  private static long inserted(ObservedCache observed) throws InterruptedException {
    observed.awaitQuiet();
    return observed.blocks() + observed.evicted();
  }

  private long insert(ObservedCache observed, long nanos, int[] next) throws InterruptedException {
    return ParallelRun.run(THREADS, nanos, (thread, over) -> insert(observed, thread, over, next))
        .done();
  }

  private long insert(ObservedCache observed, int thread, BooleanSupplier over, int[] next) {
    int first = next[thread];
    int i = first;
    while (!over.getAsBoolean()) {
      HFileBlock block = sources.block(i);
      observed.cache().cacheBlock(files.key(thread * BLOCKS_PER_THREAD + i), block);
      i++;
    }
    next[thread] = i;
    return (long) i - first;
  }
}
