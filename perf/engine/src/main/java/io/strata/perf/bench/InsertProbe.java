package io.strata.perf.bench;

import io.strata.perf.common.ParallelRun;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/**
 * Inserts of 64 KB by two threads as fast as they can, into a full cache, beside the machine's own
 * copies of the same blocks in the same process. What counts is what was in the cache's memory in
 * the end, or was evicted from there; the rest was dropped.
 *
 * <p>Command: {@code ./strata bench engine insert}.
 */
final class InsertProbe implements Probe {
  private static final int THREADS = 2;
  private static final int FILES = 64;
  private static final int BLOCKS_EACH = 1 << 20;
  private static final int BLOCKS_A_THREAD = FILES / THREADS * BLOCKS_EACH;

  private final SourceBlocks sources = new SourceBlocks();
  private final SampleFiles files = new SampleFiles(FILES, BLOCKS_EACH);

  @Override
  public void measure(CacheKind kind, boolean quick, Sink sink) throws InterruptedException {
    long nanos = TimeUnit.MILLISECONDS.toNanos(quick ? 300 : 3_000);
    CopyRegion region = new CopyRegion(sources, THREADS);
    ParallelRun.run(THREADS, nanos, region::copy);
    double before = rate(ParallelRun.run(THREADS, nanos, region::copy));
    try (Watched watched = Watched.open(kind, CopyRegion.BYTES, SourceBlocks.BLOCK_BYTES)) {
      int[] next = new int[THREADS];
      insert(watched, 4 * nanos, next);
      long taken = taken(watched);
      long start = System.nanoTime();
      long offered = insert(watched, nanos, next);
      long now = taken(watched) - taken;
      long took = System.nanoTime() - start;
      sink.figure("insert.rate", (double) now * SourceBlocks.BLOCK_BYTES / took);
      sink.whole("insert.dropped", offered - now);
      sink.figure("insert.droppedShare", (double) (offered - now) / offered);
    }
    double after = rate(ParallelRun.run(THREADS, nanos, region::copy));
    sink.figure("insert.copy", (before + after) / 2);
  }

  private static double rate(ParallelRun.Result copied) {
    return (double) copied.done() / copied.nanos();
  }

  /** Blocks that got into the cache's memory so far. */
  private static long taken(Watched watched) throws InterruptedException {
    watched.awaitQuiet();
    return watched.blocks() + watched.evicted();
  }

  private long insert(Watched watched, long nanos, int[] next) throws InterruptedException {
    return ParallelRun.run(THREADS, nanos, (thread, over) -> insert(watched, thread, over, next))
        .done();
  }

  private long insert(Watched watched, int thread, BooleanSupplier over, int[] next) {
    int first = next[thread];
    int i = first;
    while (!over.getAsBoolean()) {
      HFileBlock block = sources.block(i);
      watched.cache().cacheBlock(files.key(thread * BLOCKS_A_THREAD + i), block);
      i++;
    }
    next[thread] = i;
    return (long) i - first;
  }
}
