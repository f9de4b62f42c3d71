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
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/**
 * Measures the hit latency of one reader: alone; while another thread inserts at full speed into
 * the same full cache; and while 1 or {@value #BUSY_THREADS} other threads only copy memory, which
 * separates the cache's share from that of the processors and the memory. {@value #BUSY_THREADS}
 * threads work in a cache under inserts: the inserting thread and three writers. At last the size
 * of the inserted blocks changes again and again, so that the cache gives memory of blocks of one
 * size to those of another; there the inserts are timed, too.
 *
 * <p>Each hit is timed individually and includes a new key, the release and the clock reads. An
 * evicted block is inserted again and does not count as a hit.
 *
 * <p>Command: {@code ./strata bench engine latency}.
 */
final class LatencyProbe implements Probe {
  private static final int HOT_BLOCKS = 2_000;
  private static final int BUSY_THREADS = 4;
  private static final int FILES = 64;
  private static final int BLOCKS_EACH = 1 << 20;
  private static final int ORDER = 1 << 18;
  private static final long MAX_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int SMALL_BYTES = 8 << 10;

  /** Bytes that are inserted in blocks of one size before those of the other. */
  private static final long SAME_SIZE_BYTES = CopyRegion.BYTES / 2;

  private final SourceBlocks sources = new SourceBlocks();
  private final SourceBlocks small = new SourceBlocks(SMALL_BYTES);
  private final SampleFiles files = new SampleFiles(FILES, BLOCKS_EACH);
  private final int[] order = Pattern.UNIFORM.order(HOT_BLOCKS, ORDER, 1);
  private int nextInsert = BLOCKS_EACH;

  @Override
  public void measure(CacheKind kind, boolean quick, Sink sink) throws Exception {
    long nanos = TimeUnit.MILLISECONDS.toNanos(quick ? 200 : 3_000);
    CopyRegion region = new CopyRegion(sources, BUSY_THREADS);
    try (ObservedCache observed =
        ObservedCache.open(kind, CopyRegion.BYTES, SourceBlocks.BLOCK_BYTES)) {
      BlockCache cache = observed.cache();
      Filling.put(cache, files, 0, HOT_BLOCKS, sources::block);
      during(1, (thread, over) -> insert(cache, over), () -> read(cache, nanos));
      observed.awaitQuiet();

      report("alone", read(cache, nanos), sink);
      report("copy1", during(1, region::copy, () -> read(cache, nanos)), sink);
      report("copy4", during(BUSY_THREADS, region::copy, () -> read(cache, nanos)), sink);
      report(
          "inserts",
          during(1, (thread, over) -> insert(cache, over), () -> read(cache, nanos)),
          sink);
      Histogram inserts = new Histogram(MAX_NANOS, 3);
      report(
          "sizes",
          during(1, (thread, over) -> insertSizes(cache, inserts, over), () -> read(cache, nanos)),
          sink);
      sink.whole("latency.sizes.insert.p50", inserts.getValueAtPercentile(50));
      sink.whole("latency.sizes.insert.p999", inserts.getValueAtPercentile(99.9));
    }
  }

  /** The hit latencies and misses of one reader. */
  private record Reads(Histogram hits, long misses) {}

  private interface Reader {
    Reads run();
  }

  /** Runs a reader while other threads work. */
  private static Reads during(int threads, ParallelRun.Work work, Reader reader)
      throws InterruptedException, ExecutionException {
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      Future<?> others =
          pool.submit(
              () ->
                  ParallelRun.run(
                      threads, Long.MAX_VALUE, (thread, late) -> work.until(thread, over::get)));
      Reads reads = reader.run();
      over.set(true);
      others.get();
      return reads;
    } finally {
      pool.shutdown();
    }
  }

  private Reads read(BlockCache cache, long nanos) {
    Histogram hits = new Histogram(MAX_NANOS, 3);
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
    return new Reads(hits, misses);
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

  /** Inserts blocks of one size, then of the other, and so on. */
  private long insertSizes(BlockCache cache, Histogram latencies, BooleanSupplier over) {
    long inserted = 0;
    long bytes = 0;
    while (!over.getAsBoolean()) {
      SourceBlocks blocks = bytes / SAME_SIZE_BYTES % 2 == 0 ? small : sources;
      HFileBlock block = blocks.block(nextInsert);
      BlockCacheKey key = files.key(nextInsert);
      long before = System.nanoTime();
      cache.cacheBlock(key, block);
      latencies.recordValue(System.nanoTime() - before);
      bytes += block.getSerializedLength();
      nextInsert++;
      inserted++;
    }
    return inserted;
  }

  private static void report(String name, Reads reads, Sink sink) {
    Histogram hits = reads.hits;
    sink.whole("latency." + name + ".p50", hits.getValueAtPercentile(50));
    sink.whole("latency." + name + ".p999", hits.getValueAtPercentile(99.9));
    sink.whole("latency." + name + ".p9999", hits.getValueAtPercentile(99.99));
    sink.figure(
        "latency." + name + ".misses",
        (double) reads.misses / (reads.misses + hits.getTotalCount()));
  }
}
