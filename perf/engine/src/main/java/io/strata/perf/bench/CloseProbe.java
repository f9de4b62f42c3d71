package io.strata.perf.bench;

import io.strata.perf.common.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;

/**
 * Measures closing a file of 20,000 blocks of 4 KB in a cache that holds 15 such files: the time of
 * the call, and the time until the memory of the blocks is free. Closes five files, one after the
 * other, inserts their blocks again, and does so until the code is compiled. The medians and maxima
 * are of the last five. The first file of all is closed by code that is not compiled yet; its time
 * has a figure of its own. A file is closed in steps of the background thread, between which other
 * work goes on; the longest is measured by processor time.
 *
 * <p>Command: {@code ./strata bench engine close}.
 */
final class CloseProbe implements Probe {
  private static final int FILES = 15;
  private static final int BLOCKS_EACH = 20_000;
  private static final int CLOSED = 5;

  /** How often the files are closed before the time that is reported. */
  private static final int WARM_UPS = 4;

  /** Nanoseconds of the call, and until the memory is free. */
  private record Times(long call, long free) {}

  @Override
  public void measure(CacheKind kind, boolean quick, Sink sink) throws InterruptedException {
    int blocksEach = quick ? 1_000 : BLOCKS_EACH;
    SampleFiles files = new SampleFiles(FILES, blocksEach);
    long bytes = SmallBlocks.cacheBytes(files.blocks());
    try (ObservedCache observed = ObservedCache.open(kind, bytes, SmallBlocks.BYTES)) {
      Filling.put(observed.cache(), files, 0, files.blocks(), SmallBlocks::block);
      List<Times> closed = closeSome(observed, files, blocksEach);
      sink.whole("close.free.first", closed.get(0).free);
      Optional<Histogram> steps = Optional.empty();
      for (int round = 0; round < WARM_UPS; round++) {
        for (int i = 0; i < CLOSED; i++) {
          Filling.put(
              observed.cache(), files, file(i) * blocksEach, blocksEach, SmallBlocks::block);
        }
        Optional<BackgroundSteps> recorded = observed.backgroundSteps();
        closed = closeSome(observed, files, blocksEach);
        steps = recorded.isEmpty() ? Optional.empty() : Optional.of(recorded.get().end());
      }
      steps.ifPresent(all -> sink.whole("close.step.max", all.getMaxValue()));
      report("close.call", closed.stream().mapToDouble(Times::call), sink);
      report("close.free", closed.stream().mapToDouble(Times::free), sink);
    }
  }

  /** Returns the files to close, of different ages. */
  private static int file(int i) {
    return 3 * i;
  }

  private static List<Times> closeSome(ObservedCache observed, SampleFiles files, int blocksEach)
      throws InterruptedException {
    List<Times> times = new ArrayList<>();
    for (int i = 0; i < CLOSED; i++) {
      observed.awaitQuiet();
      long blocks = observed.blocks();
      times.add(close(observed, files.name(file(i))));
      long closed = blocks - observed.blocks();
      if (closed != blocksEach) {
        throw new IllegalStateException(
            "Closing a file of " + blocksEach + " blocks evicted " + closed + ".");
      }
    }
    return times;
  }

  /** Closes a file and waits until its memory is free. */
  private static Times close(ObservedCache observed, String file) throws InterruptedException {
    long start = System.nanoTime();
    observed.cache().evictBlocksByHfileName(file);
    long call = System.nanoTime() - start;
    observed.awaitQuiet();
    return new Times(call, System.nanoTime() - start);
  }

  private static void report(String name, DoubleStream nanos, Sink sink) {
    Spread spread = Spread.of(nanos);
    sink.figure(name + ".median", spread.median());
    sink.figure(name + ".max", spread.max());
  }
}
