package io.strata.readpath.l2;

import org.jspecify.annotations.Nullable;

/**
 * The names by which a daughter of a split region reads its half of a file: the whole file's name,
 * a dot, and the parent region's. Offsets are the whole file's.
 */
public final class HalfFileReference {
  private static final char BEFORE_REGION = '.';

  /** A region's name here is a hash of it in hexadecimal digits; a file's own is as long. */
  private static final int REGION_LENGTH = 32;

  private HalfFileReference() {}

  /** Whether this is the name of a half; it may be that of a link to a table with such a name. */
  public static boolean isHalf(String file) {
    return file.length() > REGION_LENGTH && file.indexOf(BEFORE_REGION) >= 0;
  }

  /** The name of the whole file, or null when this is none of a half. */
  static @Nullable String wholeOf(String file) {
    int end = file.lastIndexOf(BEFORE_REGION);
    return end < 0 ? null : file.substring(0, end);
  }
}
