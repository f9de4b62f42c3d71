package io.strata.perf.bench;

import io.strata.perf.common.Spread;
import java.util.stream.IntStream;

/**
 * What it takes to close a file of 20,000 blocks of 4 KB in a cache that holds 15 such files: the
 * time of the call, and the time until the memory of its blocks is free. Five files are closed, one
 * after the other, and one before, which does not count, for what is done only once; the figures
 * are the medians and the longest.
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
    try (Watched watched = Watched.open(kind, bytes, SmallBlocks.BYTES)) {
      Filling.put(watched.cache(), files, 0, files.blocks(), SmallBlocks::block);
      watched.awaitQuiet();
      long[] calls = new long[CLOSED];
      long[] frees = new long[CLOSED];
      close(watched, files.name(FILES - 1));
      for (int i = 0; i < CLOSED; i++) {
        // Not always the file that came first.
        int file = i * 3;
        long blocks = watched.blocks();
        long start = System.nanoTime();
        calls[i] = close(watched, files.name(file));
        frees[i] = System.nanoTime() - start;
        long closed = blocks - watched.blocks();
        if (closed != blocksEach) {
          throw new IllegalStateException(
              "The file had " + blocksEach + " blocks, and " + closed + " are gone.");
        }
      }
      report("close.call", calls, sink);
      report("close.free", frees, sink);
    }
  }

  /** Closes a file and waits until its memory is free; returns the nanoseconds of the call. */
  private static long close(Watched watched, String file) throws InterruptedException {
    long start = System.nanoTime();
    watched.cache().evictBlocksByHfileName(file);
    long took = System.nanoTime() - start;
    watched.awaitQuiet();
    return took;
  }

  private static void report(String name, long[] nanos, Sink sink) {
    Spread spread = Spread.of(IntStream.range(0, nanos.length).mapToDouble(i -> nanos[i]));
    sink.figure(name + ".median", spread.median());
    sink.figure(name + ".max", spread.most());
  }
}
