package io.strata.replay.curve;

import io.strata.l2.curve.CurveSnapshot;
import io.strata.l2.curve.MissRatioCurve;
import io.strata.perf.common.Table;
import io.strata.perf.common.Unit;
import io.strata.replay.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Computes the errors of the engine's estimate of LRU's hit ratio on some traces, as a table. Not
 * thread-safe.
 *
 * <p>LRU is counted over the whole trace. So the estimate covers the whole trace, too: its counts
 * never decay.
 */
public final class CurveErrors {
  /** The assumed length of each block. */
  private static final int BLOCK_BYTES = 64 << 10;

  /** The smallest size in percent of the footprint; the largest is all of it. */
  private static final double MIN_PERCENT = 1;

  /** The number of sizes, in geometric progression. */
  private static final int SIZES = 20;

  private final double rate;
  private final Table table =
      new Table(
          "trace",
          "accesses",
          "blocks",
          "sampled blocks",
          "sampling rate",
          "mean error",
          "largest error");
  private final List<Double> means = new ArrayList<>();
  private double maxError;

  /**
   * @param rate the share of the blocks that is sampled initially, above 0 and at most 1
   */
  public CurveErrors(double rate) {
    this.rate = rate;
  }

  /**
   * Adds a trace. Takes some seconds for the largest.
   *
   * @return its mean error
   */
  public double add(Trace trace) {
    ExactCurve exact = new ExactCurve(trace);
    CurveSnapshot estimate = estimate(trace);
    double sum = 0;
    double largest = 0;
    for (int i = 0; i < SIZES; i++) {
      int blocks = blocks(trace, i);
      double hitRatio = (double) exact.hits(blocks) / trace.length();
      double error = Math.abs(estimate.hitRatioAt((long) blocks * BLOCK_BYTES) - hitRatio);
      sum += error;
      largest = Math.max(largest, error);
    }
    double mean = sum / SIZES;
    means.add(mean);
    maxError = Math.max(maxError, largest);
    table.add(
        trace.name(),
        Unit.COUNT.format(trace.length()),
        Unit.COUNT.format(trace.blocks()),
        Unit.COUNT.format(estimate.trackedKeys()),
        share(estimate.samplingRate()),
        share(mean),
        share(largest));
    return mean;
  }

  /** Returns the table, whose last row has the mean of all means and the largest error. */
  public Table table() {
    double mean = means.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    table.add("**all**", "", "", "", "", share(mean), share(maxError));
    return table;
  }

  private static String share(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }

  private static int blocks(Trace trace, int size) {
    double percent = MIN_PERCENT * Math.pow(100 / MIN_PERCENT, (double) size / (SIZES - 1));
    return (int) Math.max(1, Math.round(trace.blocks() * percent / 100));
  }

  private CurveSnapshot estimate(Trace trace) {
    long[] recorded = {0};
    long footprint = (long) trace.blocks() * BLOCK_BYTES;
    MissRatioCurve curve = new MissRatioCurve(footprint, () -> recorded[0], rate, Long.MAX_VALUE);
    for (int index = 0; index < trace.length(); index++) {
      recorded[0]++;
      curve.record(MissRatioCurve.hash(trace.name(), trace.at(index)), BLOCK_BYTES);
    }
    return curve.snapshot();
  }
}
