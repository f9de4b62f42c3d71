package io.strata.perf.bench;

import io.strata.perf.common.ParallelRun;
import io.strata.perf.common.Pattern;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;

/**
 * How long one reader's hits take: alone; while another thread inserts at full speed into the same,
 * full cache; and, so that the cache's share can be told from that of the processors and of the
 * memory, while one or {@value #BUSY_THREADS} other threads only copy memory: so many are at work
 * in a cache that is inserted into, the inserting thread and three writers.
 *
 * <p>Each hit is timed by itself, a new key and the release included; reading the clock is in it. A
 * block that was evicted is put back and is no hit.
 *
 * <p>Command: {@code ./strata bench engine latency}.
 */
final class LatencyProbe implements Probe {
  private static final int HOT_BLOCKS = 2_000;
  private static final int BUSY_THREADS = 4;
  private static final int FILES = 64;
  private static final int BLOCKS_EACH = 1 << 20;
  private static final int ORDER = 1 << 18;
  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final SourceBlocks sources = new SourceBlocks();
  private final SampleFiles files = new SampleFiles(FILES, BLOCKS_EACH);
  private final int[] order = Pattern.UNIFORM.order(HOT_BLOCKS, ORDER, 1);
  private int nextInsert = BLOCKS_EACH;

  @Override
  public void measure(CacheKind kind, boolean quick, Sink sink) throws Exception {
    long nanos = TimeUnit.MILLISECONDS.toNanos(quick ? 200 : 3_000);
    CopyRegion region = new CopyRegion(sources, BUSY_THREADS);
    try (Watched watched = Watched.open(kind, CopyRegion.BYTES, SourceBlocks.BLOCK_BYTES)) {
      BlockCache cache = watched.cache();
      Filling.put(cache, files, 0, HOT_BLOCKS, sources::block);
      beside(1, (thread, over) -> insert(cache, over), () -> read(cache, nanos));
      watched.awaitQuiet();

      report("alone", read(cache, nanos), sink);
      report("copy1", beside(1, region::copy, () -> read(cache, nanos)), sink);
      report("copy4", beside(BUSY_THREADS, region::copy, () -> read(cache, nanos)), sink);
      report(
          "inserts",
          beside(1, (thread, over) -> insert(cache, over), () -> read(cache, nanos)),
          sink);
    }
  }

  /** What one reader saw. */
  private record Seen(Histogram hits, long misses) {}

  private interface Reading {
    Seen run();
  }

  private static Seen beside(int threads, ParallelRun.Work work, Reading reading)
      throws InterruptedException, ExecutionException {
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      Future<?> others =
          pool.submit(
              () ->
                  ParallelRun.run(
                      threads, Long.MAX_VALUE, (thread, late) -> work.until(thread, over::get)));
      Seen seen = reading.run();
      over.set(true);
      others.get();
      return seen;
    } finally {
      pool.shutdown();
    }
  }

  private Seen read(BlockCache cache, long nanos) {
    Histogram hits = new Histogram(LONGEST_NANOS, 3);
    long misses = 0;
    long end = System.nanoTime() + nanos;
    long after = 0;
    for (int i = 0; after < end; i++) {
      int number = order[i & (ORDER - 1)];
      long before = System.nanoTime();
      BlockCacheKey key = files.key(number);
      Cacheable block = cache.getBlock(key, true, false, true);
      if (block != null) {
        block.release();
        after = System.nanoTime();
        hits.recordValue(after - before);
      } else {
        cache.cacheBlock(key, sources.block(number));
        after = System.nanoTime();
        misses++;
      }
    }
    return new Seen(hits, misses);
  }

  private long insert(BlockCache cache, BooleanSupplier over) {
    long inserted = 0;
    while (!over.getAsBoolean()) {
      cache.cacheBlock(files.key(nextInsert), sources.block(nextInsert));
      nextInsert++;
      inserted++;
    }
    return inserted;
  }

  private static void report(String name, Seen seen, Sink sink) {
    Histogram hits = seen.hits;
    sink.whole("latency." + name + ".p50", hits.getValueAtPercentile(50));
    sink.whole("latency." + name + ".p999", hits.getValueAtPercentile(99.9));
    sink.whole("latency." + name + ".p9999", hits.getValueAtPercentile(99.99));
    sink.figure(
        "latency." + name + ".misses", (double) seen.misses / (seen.misses + hits.getTotalCount()));
  }
}
