package io.strata.perf.bench;

import java.util.Locale;

/**
 * What is inserted while the steps of the background thread are measured. Blocks of the same size
 * need none: the inserting thread chooses its victims itself.
 */
public enum BackgroundLoad {
  SMALLER("64 KB → 8 KB", SizeMix.KB64_SMALL_CELLS, SizeMix.KB8),
  LARGER("8 KB → 64 KB", SizeMix.KB8, SizeMix.KB64_SMALL_CELLS),
  MIXED("64 KB → 4–128 KB", SizeMix.KB64_SMALL_CELLS, SizeMix.ANY);

  private final String title;
  private final SizeMix before;
  private final SizeMix blocks;

  BackgroundLoad(String title, SizeMix before, SizeMix blocks) {
    this.title = title;
    this.before = before;
    this.blocks = blocks;
  }

  /** Returns the name shown in tables. */
  public String title() {
    return title;
  }

  /** Returns the name of a figure. */
  public String figure(String what) {
    return "background." + name().toLowerCase(Locale.ROOT) + "." + what;
  }

  /** Returns the sizes of the blocks that the cache is full of. */
  SizeMix before() {
    return before;
  }

  /** Returns the sizes of the blocks that are inserted. */
  SizeMix blocks() {
    return blocks;
  }
}
