package io.strata.perf.pair;

import io.strata.perf.common.Unit;
import java.util.function.ToDoubleFunction;

/** The measures that are compared, and how the ratio of many pairs is computed for each. */
@SuppressWarnings("ImmutableEnumChecker") // Functions have no state.
public enum PairedMeasure {
  ROWS("rows a second", Unit.COUNT, PairedSlice::rowsPerSecond),
  CPU("CPU time a row", Unit.NANOS, PairedSlice::cpuNanos, PairedSlice::rows),
  P50("p50", Unit.NANOS, slice -> slice.latencies().getValueAtPercentile(50)),
  P99("p99", 99),
  P999("p99.9", 99.9),
  HIT_RATIO(
      "hit ratio of data blocks",
      Unit.SHARE,
      PairedSlice::hits,
      slice -> slice.hits() + slice.misses()),
  MISSES("misses of data blocks, a row", Unit.SHARE, PairedSlice::misses, PairedSlice::rows),
  FILE_BYTES("read from files, a row", Unit.BYTES, PairedSlice::fileBytes, PairedSlice::rows),
  GC(
      "time in pauses of the collector",
      Unit.SHARE,
      slice -> slice.gcMillis() * 1e6,
      PairedSlice::nanos),
  COMPRESSED(
      "fraction of blocks compressed",
      Unit.SHARE,
      PairedSlice::compressedBlocks,
      PairedSlice::blocks);

  /** How the values of many slices are combined. */
  enum Kind {
    /**
     * The median of the slices' values, and the mean of the middle half of the pairs' ratios.
     * Outliers do not change that mean either, and it varies less than a median from run to run.
     */
    MIDDLE,
    /** A quotient of two sums over all slices, for work and events that single slices may lack. */
    SUMS,
    /** A percentile of the merged latencies of all slices, since one slice has too few. */
    MERGED
  }

  private final String title;
  private final Unit unit;
  private final Kind kind;
  private final ToDoubleFunction<PairedSlice> value;
  private final ToDoubleFunction<PairedSlice> over;
  private final double percentile;

  PairedMeasure(
      String title,
      Unit unit,
      Kind kind,
      ToDoubleFunction<PairedSlice> value,
      ToDoubleFunction<PairedSlice> over,
      double percentile) {
    this.title = title;
    this.unit = unit;
    this.kind = kind;
    this.value = value;
    this.over = over;
    this.percentile = percentile;
  }

  PairedMeasure(String title, Unit unit, ToDoubleFunction<PairedSlice> value) {
    this(title, unit, Kind.MIDDLE, value, slice -> 1, Double.NaN);
  }

  PairedMeasure(
      String title,
      Unit unit,
      ToDoubleFunction<PairedSlice> value,
      ToDoubleFunction<PairedSlice> over) {
    this(title, unit, Kind.SUMS, value, over, Double.NaN);
  }

  PairedMeasure(String title, double percentile) {
    this(title, Unit.NANOS, Kind.MERGED, slice -> 0, slice -> 0, percentile);
  }

  /** Returns the title, for tables. */
  public String title() {
    return title;
  }

  /** Returns the unit of a server's value. */
  public Unit unit() {
    return unit;
  }

  Kind kind() {
    return kind;
  }

  double value(PairedSlice slice) {
    return value.applyAsDouble(slice);
  }

  double over(PairedSlice slice) {
    return over.applyAsDouble(slice);
  }

  double percentile() {
    return percentile;
  }
}
