package io.strata.perf.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.nio.ByteBuff;

/**
 * Measures blocks larger than BucketCache's largest slot: the fraction cached after inserting each,
 * the fraction of those with intact bytes, hits per second of one thread, and the allocation per
 * hit, which shows whether the block is copied. The cache is twice as large as all blocks together.
 *
 * <p>Command: {@code ./strata bench engine large}.
 */
final class LargeProbe implements Probe {
  private static final int MAX_ATTEMPTS = 20;
  private static final int CHECK_WORD_EVERY = 4 << 10;
  private static final int MB16 = 16 << 20;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Override
  public void measure(CacheKind kind, boolean quick, Sink sink) throws InterruptedException {
    long bytes = quick ? 256L << 20 : 1L << 30;
    long nanos = TimeUnit.MILLISECONDS.toNanos(quick ? 100 : 1_000);
    SplittableRandom random = new SplittableRandom(1);
    int[] huge = new int[(int) (bytes >> 21)];
    for (int i = 0; i < huge.length; i++) {
      huge[i] = SizeMix.HUGE.next(random);
    }
    measure(kind, bytes, "large.mb1", huge, nanos, sink);
    int[] mb16 = new int[(int) (bytes / 2 / MB16)];
    Arrays.fill(mb16, MB16);
    measure(kind, bytes, "large.mb16", mb16, nanos, sink);
  }

  private static void measure(
      CacheKind kind, long bytes, String name, int[] sizes, long nanos, Probe.Sink sink)
      throws InterruptedException {
    SampleFiles files = new SampleFiles(1, sizes.length);
    try (ObservedCache observed = ObservedCache.open(kind, bytes, 1 << 20)) {
      for (int i = 0; i < sizes.length; i++) {
        insert(observed, files, i, sizes[i]);
      }
      int cached = 0;
      int intact = 0;
      for (int i = 0; i < sizes.length; i++) {
        Cacheable block = observed.cache().getBlock(files.key(i), true, false, true);
        if (block != null) {
          cached++;
          intact += isIntact((HFileBlock) block, i, sizes[i]) ? 1 : 0;
          block.release();
        }
      }
      sink.figure(name + ".cached", (double) cached / sizes.length);
      if (cached > 0) {
        sink.figure(name + ".right", (double) intact / cached);
        hits(observed, files, name, nanos, sink);
      }
    }
  }

  /** Inserts a block, with a few retries in case the cache drops it under load. */
  private static void insert(ObservedCache observed, SampleFiles files, int number, int bytes)
      throws InterruptedException {
    HFileBlock block = withCheckWords(number, bytes);
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      observed.cache().cacheBlock(files.key(number), block);
      observed.awaitQuiet();
      if (Filling.isCached(observed.cache(), files.key(number))) {
        return;
      }
    }
  }

  private static HFileBlock withCheckWords(int number, int bytes) {
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    for (int at = CHECK_WORD_EVERY; at + Long.BYTES <= bytes; at += CHECK_WORD_EVERY) {
      buffer.putLong(at, checkWord(number, at));
    }
    return SampleBlocks.over(buffer, SampleFiles.offset(number));
  }

  private static long checkWord(int number, int at) {
    return ((long) number << 32 | at) * 0x9E3779B97F4A7C15L;
  }

  private static boolean isIntact(HFileBlock block, int number, int bytes) {
    ByteBuff buffer = block.getBufferReadOnly();
    if (buffer.limit() != bytes) {
      return false;
    }
    for (int at = CHECK_WORD_EVERY; at + Long.BYTES <= bytes; at += CHECK_WORD_EVERY) {
      if (buffer.getLong(at) != checkWord(number, at)) {
        return false;
      }
    }
    return true;
  }

  /** Reads random blocks for a time as a warm-up, and then again to measure. */
  private static void hits(
      ObservedCache observed, SampleFiles files, String name, long nanos, Probe.Sink sink) {
    hits(observed, files, nanos);
    long allocated = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    long start = System.nanoTime();
    long hits = hits(observed, files, nanos);
    long took = System.nanoTime() - start;
    allocated = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - allocated;
    sink.figure(name + ".rate", hits * 1e9 / took);
    sink.figure(name + ".allocated", (double) allocated / hits);
  }

  private static long hits(ObservedCache observed, SampleFiles files, long nanos) {
    SplittableRandom random = new SplittableRandom(1);
    long end = System.nanoTime() + nanos;
    long hits = 0;
    while (System.nanoTime() < end) {
      int number = random.nextInt(files.blocks());
      Cacheable block = observed.cache().getBlock(files.key(number), true, false, true);
      if (block != null) {
        block.release();
        hits++;
      }
    }
    return hits;
  }
}
