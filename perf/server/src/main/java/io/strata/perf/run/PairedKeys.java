package io.strata.perf.run;

import io.strata.perf.load.DataTable;
import io.strata.perf.load.Draw;
import java.util.Locale;

/** The distributions of the rows that a paired load requests. */
public enum PairedKeys {
  UNIFORM,
  /** Zipf's law, with the ranks of the rows in random order. */
  ZIPF,
  /** Zipf's law, with the last row as the most popular one. */
  LATEST;

  private static final double EXPONENT = 0.9;

  Draw draw(DataTable table) {
    return switch (this) {
      case UNIFORM -> Draw.uniform();
      case ZIPF -> Draw.zipf(table.rows(), EXPONENT);
      case LATEST -> Draw.latest(table.rows(), EXPONENT);
    };
  }

  /** Returns a description, for the report. */
  public String facts() {
    return switch (this) {
      case UNIFORM -> "uniform";
      case ZIPF -> "distributed by Zipf's law, exponent " + EXPONENT;
      case LATEST -> "distributed by Zipf's law from the last row on, exponent " + EXPONENT;
    };
  }

  /** Returns the name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
