package io.strata.perf.bench;

import io.strata.perf.common.Spread;
import java.util.stream.IntStream;

/**
 * Measures closing a file of 20,000 blocks of 4 KB in a cache that holds 15 such files: the time of
 * the call, and the time until the memory of the blocks is free. Closes one file as a warm-up and
 * then five, one after the other; reports medians and maxima.
 *
 * <p>Command: {@code ./strata bench engine close}.
 */
final class CloseProbe implements Probe {
  private static final int FILES = 15;
  private static final int BLOCKS_EACH = 20_000;
  private static final int CLOSED = 5;

  @Override
  public void measure(CacheKind kind, boolean quick, Sink sink) throws InterruptedException {
    int blocksEach = quick ? 1_000 : BLOCKS_EACH;
    SampleFiles files = new SampleFiles(FILES, blocksEach);
    long bytes = SmallBlocks.cacheBytes(files.blocks());
    try (ObservedCache observed = ObservedCache.open(kind, bytes, SmallBlocks.BYTES)) {
      Filling.put(observed.cache(), files, 0, files.blocks(), SmallBlocks::block);
      observed.awaitQuiet();
      long[] calls = new long[CLOSED];
      long[] frees = new long[CLOSED];
      close(observed, files.name(FILES - 1));
      for (int i = 0; i < CLOSED; i++) {
        // Files of different ages.
        int file = i * 3;
        long blocks = observed.blocks();
        long start = System.nanoTime();
        calls[i] = close(observed, files.name(file));
        frees[i] = System.nanoTime() - start;
        long closed = blocks - observed.blocks();
        if (closed != blocksEach) {
          throw new IllegalStateException(
              "Closing a file of " + blocksEach + " blocks evicted " + closed + ".");
        }
      }
      report("close.call", calls, sink);
      report("close.free", frees, sink);
    }
  }

  /** Closes a file and waits until its memory is free; returns the nanoseconds of the call. */
  private static long close(ObservedCache observed, String file) throws InterruptedException {
    long start = System.nanoTime();
    observed.cache().evictBlocksByHfileName(file);
    long took = System.nanoTime() - start;
    observed.awaitQuiet();
    return took;
  }

  private static void report(String name, long[] nanos, Sink sink) {
    Spread spread = Spread.of(IntStream.range(0, nanos.length).mapToDouble(i -> nanos[i]));
    sink.figure(name + ".median", spread.median());
    sink.figure(name + ".max", spread.max());
  }
}
