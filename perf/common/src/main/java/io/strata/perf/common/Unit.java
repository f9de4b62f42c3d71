package io.strata.perf.common;

import java.util.Locale;

/** What a figure is in, and how it is written. */
public enum Unit {
  /** Events a second. */
  PER_SECOND {
    @Override
    public String format(double value) {
      return String.format(Locale.ROOT, value < 1e4 ? "%,.0f /s" : "%,.0f k/s", scaled(value));
    }

    private double scaled(double value) {
      return value < 1e4 ? value : value / 1e3;
    }
  },
  /** Bytes. */
  BYTES {
    @Override
    public String format(double value) {
      return String.format(Locale.ROOT, value < 100 ? "%.1f B" : "%,.0f B", value);
    }
  },
  /** Bytes a nanosecond, which are gigabytes a second. */
  GIGABYTES_PER_SECOND {
    @Override
    public String format(double value) {
      return String.format(Locale.ROOT, "%.2f GB/s", value);
    }
  },
  /** Nanoseconds. */
  NANOS {
    @Override
    public String format(double value) {
      if (value < 1e4) {
        return String.format(Locale.ROOT, "%,.0f ns", value);
      }
      return value < 1e6
          ? String.format(Locale.ROOT, "%,.1f µs", value / 1e3)
          : String.format(Locale.ROOT, "%,.2f ms", value / 1e6);
    }
  },
  /** A part of a whole, which is 1. */
  SHARE {
    @Override
    public String format(double value) {
      if (value == 0 || value == 1) {
        return String.format(Locale.ROOT, "%.0f", value);
      }
      return String.format(Locale.ROOT, value < 1e-3 ? "%.1e" : "%.3f", value);
    }
  },
  /** A number of things. */
  COUNT {
    @Override
    public String format(double value) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
  };

  /** A value with its unit. */
  public abstract String format(double value);
}
