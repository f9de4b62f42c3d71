package io.strata.perf.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Measures the gain and the cost of compression: reads rows of an HFile with Zipfian popularity
 * through caches with and without compression, of a quarter of the file or larger than it. All
 * caches live in one process, are created in random order and read in interleaved slices, in random
 * order. A miss reads the file from the page cache, with an added latency where it stands for an
 * object store. Two caches are without compression: figures are relative to their mean, and the
 * ratio between the two is the control.
 *
 * <p>Slices are long enough that few of their blocks are still queued for packing at the end; those
 * are packed during slices of other caches. The CPU time of packing is attributed to the cache that
 * owns the blocks.
 *
 * <p>Command: {@code ./strata bench engine compressed compressed-costs compressed-random}.
 */
final class CompressedProbe implements Probe {
  private static final long BYTES = 256L << 20;

  /**
   * Of small blocks: a cache of few buckets would show how coarsely it divides its memory among
   * blocks of several sizes, not what compression gains.
   */
  private static final long SMALL_BYTES = 512L << 20;

  private static final long QUICK_BYTES = 128L << 20;
  private static final int WARM_UP_ROUNDS = 6;
  private static final long MEASURED_NANOS = TimeUnit.SECONDS.toNanos(18);
  private static final long COSTS_NANOS = TimeUnit.SECONDS.toNanos(9);

  /** While a miss waits, no CPU time is spent, so the same number of rows takes longer. */
  private static final long SLOW_COSTS_NANOS = TimeUnit.SECONDS.toNanos(24);

  private static final int WARM_UP_READS = 2_000;
  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);
  private static final long QUICK_SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Without much packing there is no backlog, so slices can be shorter and more numerous. */
  private static final long COSTS_SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

  private final CompressedCase testCase;

  CompressedProbe(CompressedCase testCase) {
    this.testCase = testCase;
  }

  @Override
  public void measure(CacheKind cache, boolean quick, Sink sink) throws Exception {
    long bytes = quick ? QUICK_BYTES : testCase.isSmall() ? SMALL_BYTES : BYTES;
    try (DataFile file =
        new DataFile(testCase.data(), testCase.encoding(), testCase.blockBytes(), bytes)) {
      List<CompressedCache> all = open(file);
      int warmUp = quick ? 1 : WARM_UP_ROUNDS * file.keys().size() / WARM_UP_READS;
      for (int i = 0; i < warmUp; i++) {
        for (CompressedCache each : all) {
          each.warmUp(WARM_UP_READS);
        }
      }
      for (CompressedCache each : all) {
        each.awaitQuiet();
      }
      all.forEach(CompressedCache::reset);
      List<CompressedCache> order = new ArrayList<>(all);
      Random random = new Random(1);
      long slice = testCase.gains() ? SLICE_NANOS : COSTS_SLICE_NANOS;
      long measured = measuredNanos();
      for (int i = 0; i < (quick ? 4 : measured / slice); i++) {
        Collections.shuffle(order, random);
        for (CompressedCache each : order) {
          each.slice(quick ? QUICK_SLICE_NANOS : slice, all);
        }
      }
      report(all, sink);
      for (CompressedCache each : all) {
        each.close();
      }
    }
  }

  private long measuredNanos() {
    if (testCase.gains()) {
      return MEASURED_NANOS;
    }
    return testCase.missMillis() > 0 ? SLOW_COSTS_NANOS : COSTS_NANOS;
  }

  private List<CompressedCache> open(DataFile file) throws IOException {
    List<String> algorithms = new ArrayList<>(testCase.algorithms());
    algorithms.add(CompressedCase.NONE);
    algorithms.add(CompressedCase.CONTROL);
    // Differs between processes, so that the order does not favour one in all of them.
    Collections.shuffle(algorithms);
    List<CompressedCache> all = new ArrayList<>();
    for (String algorithm : algorithms) {
      all.add(new CompressedCache(file, algorithm, testCase));
    }
    return all;
  }

  private void report(List<CompressedCache> all, Sink sink) {
    List<CompressedCache> without = new ArrayList<>(all);
    without.removeIf(CompressedCache::compresses);
    for (CompressedCache each : all) {
      each.report(testCase, CacheFigures.of(without), sink);
    }
  }
}
