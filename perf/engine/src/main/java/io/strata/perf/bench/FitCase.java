package io.strata.perf.bench;

import java.util.List;
import java.util.Locale;

/** A mix of block sizes for the memory-utilization benchmark. */
public enum FitCase {
  /** The sizes that PerformanceEvaluation produces. */
  SMALL_CELLS("64 KB + 0–1.1 KB", SizeMix.KB64_SMALL_CELLS),
  LARGE_CELLS("64 KB + 0–4 KB", SizeMix.KB64_LARGE_CELLS),
  ENCODED("encoded, log-normal, median 22 KB", SizeMix.ENCODED),
  KB8("8 KB + 0–0.5 KB", SizeMix.KB8),
  FEW_LARGE("64–256 KB, few large", SizeMix.FEW_LARGE),
  SHIFT_DOWN("64 KB, then 8 KB", SizeMix.KB64, SizeMix.KB8),
  /** This mix and the following ones do not fit fixed size classes. */
  SHIFT_UP("8 KB, then 64 KB", SizeMix.KB8, SizeMix.KB64_SMALL_CELLS),
  HUGE("600 KB–1.5 MB", SizeMix.HUGE),
  WIDE("3–490 KB, log-uniform", SizeMix.WIDE),
  THREE("8, 24 and 64 KB", SizeMix.THREE),
  ANY("4–128 KB, log-uniform", SizeMix.ANY),
  OVER_POWER_OF_TWO("32 KB + 100 bytes", SizeMix.OVER_POWER_OF_TWO);

  /** Cache sizes, in MB. */
  public static final List<Integer> MEGABYTES = List.of(256, 1_024);

  private final String title;
  private final SizeMix first;
  private final SizeMix last;

  FitCase(String title, SizeMix only) {
    this(title, only, only);
  }

  FitCase(String title, SizeMix first, SizeMix last) {
    this.title = title;
    this.first = first;
    this.last = last;
  }

  /** Returns the name shown in tables. */
  public String title() {
    return title;
  }

  /** Returns the name of a figure of a cache of a size in MB. */
  public String figure(String what, int megabytes) {
    return "fit." + name().toLowerCase(Locale.ROOT) + "." + megabytes + "." + what;
  }

  /** Returns whether the mix changes. */
  public boolean shifts() {
    return first != last;
  }

  /** Returns the mix that is inserted first. */
  SizeMix first() {
    return first;
  }

  /** Returns the mix that is inserted last; the same as the first unless the mix shifts. */
  SizeMix last() {
    return last;
  }
}
