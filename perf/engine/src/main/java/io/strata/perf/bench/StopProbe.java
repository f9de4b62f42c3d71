package io.strata.perf.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/**
 * Measures the longest eviction stall of any thread, while one thread inserts half a million blocks
 * of 4 KB into a full cache of a million: the inserting thread during one insert, and a thread of
 * the cache between two blocks. Elapsed time includes preemption by other threads; CPU time does
 * not, and the goal applies to it. In BucketCache, a writer thread runs the eviction rounds.
 *
 * <p>Command: {@code ./strata bench engine stop}.
 */
final class StopProbe implements Probe {
  private static final int FILES = 100;
  private static final long MAX_NANOS = 1L << 40;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  @Override
  public void measure(CacheKind kind, boolean quick, Sink sink) throws Exception {
    int count = quick ? 20_000 : 1_000_000;
    SampleFiles files = new SampleFiles(FILES, 4 * count / FILES);
    long bytes = SmallBlocks.cacheBytes(count);
    try (ObservedCache observed = ObservedCache.open(kind, bytes, SmallBlocks.BYTES)) {
      int next = fill(observed, files);
      CopyClock copies = new CopyClock();
      // Evicts more than a capacity: a step that is due once for each is then compiled, too. The
      // code of an insert is thrown away when such a step is met for the first time.
      next = insert(observed, files, next, count + count / 2, copies, new Stalls());
      observed.awaitQuiet();
      copies.reset();

      Stalls stalls = new Stalls();
      insert(observed, files, next, count / 2, copies, stalls);
      observed.awaitQuiet();
      sink.whole("stop.blocks", observed.blocks());
      sink.figure("stop.useful", (double) observed.blockBytes() / bytes);
      sink.whole("stop.insert.wall.p999", stalls.elapsed.getValueAtPercentile(99.9));
      sink.whole("stop.insert.wall.max", stalls.elapsed.getMaxValue());
      sink.whole("stop.insert.cpu.p999", stalls.processor.getValueAtPercentile(99.9));
      sink.whole("stop.insert.cpu.max", stalls.processor.getMaxValue());
      sink.whole("stop.writer.cpu.max", copies.longest());
      sink.whole("stop.longest", Math.max(stalls.processor.getMaxValue(), copies.longest()));
    }
  }

  /** The durations of inserts in the inserting thread, in nanoseconds. */
  private static final class Stalls {
    private final Histogram elapsed = new Histogram(MAX_NANOS, 3);
    private final Histogram processor = new Histogram(MAX_NANOS, 3);
  }

  /** Inserts until the cache evicts and returns the number of the next block. */
  private static int fill(ObservedCache observed, SampleFiles files) {
    int next = 0;
    while (observed.evicted() == 0) {
      Filling.put(observed.cache(), files, next, 1_000, SmallBlocks::block);
      next += 1_000;
    }
    return next;
  }

  private static int insert(
      ObservedCache observed,
      SampleFiles files,
      int first,
      int count,
      CopyClock copies,
      Stalls stalls) {
    for (int i = first; i < first + count; i++) {
      HFileBlock block = copies.watch(SmallBlocks.bytes(i), SampleFiles.offset(i));
      var key = files.key(i);
      long processor = THREADS.getCurrentThreadCpuTime();
      long elapsed = System.nanoTime();
      observed.cache().cacheBlock(key, block);
      stalls.elapsed.recordValue(System.nanoTime() - elapsed);
      stalls.processor.recordValue(THREADS.getCurrentThreadCpuTime() - processor);
    }
    return first + count;
  }
}
