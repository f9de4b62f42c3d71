package io.strata.perf.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/**
 * The longest that anybody works at a stretch to make room, in a full cache with a million blocks
 * of 4 KB that another half a million is inserted into by one thread: the inserting thread for one
 * insert, and a thread of the cache's own between one block and the next. Elapsed time has in it
 * what else ran on the processors; processor time has not, and is what is judged. BucketCache's
 * eviction round is the work of one of its writers.
 *
 * <p>Command: {@code ./strata bench engine stop}.
 */
final class StopProbe implements Probe {
  private static final int FILES = 100;
  private static final long LONGEST_NANOS = 1L << 40;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  @Override
  public void measure(CacheKind kind, boolean quick, Sink sink) throws Exception {
    int held = quick ? 20_000 : 1_000_000;
    SampleFiles files = new SampleFiles(FILES, 4 * held / FILES);
    long bytes = SmallBlocks.cacheBytes(held);
    try (Watched watched = Watched.open(kind, bytes, SmallBlocks.BYTES)) {
      int next = fill(watched, files);
      CopyClock copies = new CopyClock();
      // What is not yet compiled takes long once.
      next = insert(watched, files, next, held / 10, copies, new Stops());
      watched.awaitQuiet();
      copies.reset();

      Stops stops = new Stops();
      insert(watched, files, next, held / 2, copies, stops);
      watched.awaitQuiet();
      sink.whole("stop.blocks", watched.blocks());
      sink.figure("stop.useful", (double) watched.usefulBytes() / bytes);
      sink.whole("stop.insert.wall.p999", stops.elapsed.getValueAtPercentile(99.9));
      sink.whole("stop.insert.wall.max", stops.elapsed.getMaxValue());
      sink.whole("stop.insert.cpu.p999", stops.processor.getValueAtPercentile(99.9));
      sink.whole("stop.insert.cpu.max", stops.processor.getMaxValue());
      sink.whole("stop.writer.cpu.max", copies.longest());
      sink.whole("stop.longest", Math.max(stops.processor.getMaxValue(), copies.longest()));
    }
  }

  /** How long each insert kept the inserting thread, in nanoseconds. */
  private static final class Stops {
    private final Histogram elapsed = new Histogram(LONGEST_NANOS, 3);
    private final Histogram processor = new Histogram(LONGEST_NANOS, 3);
  }

  /** Inserts until the cache evicts; returns the number of the block after the last. */
  private static int fill(Watched watched, SampleFiles files) {
    int next = 0;
    while (watched.evicted() == 0) {
      Filling.put(watched.cache(), files, next, 1_000, SmallBlocks::block);
      next += 1_000;
    }
    return next;
  }

  private static int insert(
      Watched watched, SampleFiles files, int first, int count, CopyClock copies, Stops stops) {
    for (int i = first; i < first + count; i++) {
      HFileBlock block = copies.watch(SmallBlocks.bytes(i), SampleFiles.offset(i));
      var key = files.key(i);
      long processor = THREADS.getCurrentThreadCpuTime();
      long elapsed = System.nanoTime();
      watched.cache().cacheBlock(key, block);
      stops.elapsed.recordValue(System.nanoTime() - elapsed);
      stops.processor.recordValue(THREADS.getCurrentThreadCpuTime() - processor);
    }
    return first + count;
  }
}
