package io.strata.readpath.l2;

import org.jspecify.annotations.Nullable;

/**
 * Names of half-file references, by which a daughter of a split region reads its half of a file:
 * the whole file's name, a dot, and the parent region's name. Offsets are those of the whole file.
 */
public final class HalfFileReference {
  private static final char BEFORE_REGION = '.';

  /** Length of a region's encoded name, an MD5 hash in hexadecimal digits; so is a file's name. */
  private static final int REGION_LENGTH = 32;

  private HalfFileReference() {}

  /**
   * Returns whether this may be the name of a half-file reference. The name of a link to a table
   * whose name has a dot also matches.
   */
  public static boolean isHalf(String file) {
    return file.length() > REGION_LENGTH && file.indexOf(BEFORE_REGION) >= 0;
  }

  /** Returns the name of the whole file, or null if the name is none of a half-file reference. */
  static @Nullable String wholeOf(String file) {
    int end = file.lastIndexOf(BEFORE_REGION);
    return end < 0 ? null : file.substring(0, end);
  }
}
