package io.strata.readpath.l2;

import org.jspecify.annotations.Nullable;

/**
 * The names by which a daughter of a split region reads its half of a file: the whole file's name,
 * a dot, and the parent region's. Offsets are the whole file's.
 */
public final class HalfFile {
  private static final char BEFORE_REGION = '.';

  private HalfFile() {}

  /** Whether this is the name of a half; it may be that of a link to a table with such a name. */
  public static boolean isHalf(String file) {
    return file.indexOf(BEFORE_REGION) >= 0;
  }

  /** The name of the whole file, or null when this is none of a half. */
  static @Nullable String wholeOf(String file) {
    int end = file.lastIndexOf(BEFORE_REGION);
    return end < 0 ? null : file.substring(0, end);
  }
}
