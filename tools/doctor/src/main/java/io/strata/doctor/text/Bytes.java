package io.strata.doctor.text;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses and formats numbers of bytes. */
public final class Bytes {
  /** A mebibyte; the MB of HBase's configuration. */
  public static final long MB = 1L << 20;

  /** A gibibyte. */
  public static final long GB = 1L << 30;

  private static final long TB = 1L << 40;
  private static final Pattern WITH_UNIT =
      Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)\\s*([kmgt])i?b?");
  private static final String UNITS = "kmgt";
  private static final int BITS_PER_UNIT = 10;

  private Bytes() {}

  /**
   * Parses a number with a unit, such as {@code 64g}, {@code 1.5t} or {@code 16384m}.
   *
   * @throws IllegalArgumentException if the text is not a size, with a message for the user
   */
  public static long parse(String text) {
    Matcher matcher = WITH_UNIT.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "\"%s\" is not a size. Set a number with a unit, such as 16384m, 64g or 1.5t"
              .formatted(text));
    }
    int shift = BITS_PER_UNIT * (1 + UNITS.indexOf(matcher.group(2)));
    return (long) (Double.parseDouble(matcher.group(1)) * (1L << shift));
  }

  /** Converts bytes to megabytes, rounded up. */
  public static long megabytes(long bytes) {
    return (bytes + MB - 1) >> 20;
  }

  /** Formats bytes as megabytes, rounded up, such as {@code 1,536 MB}. */
  public static String inMegabytes(long bytes) {
    return "%,d MB".formatted(megabytes(bytes));
  }

  /** Formats bytes in the largest exact unit, such as {@code 64 GB}, {@code 2 TB}. */
  public static String inWords(long bytes) {
    if (bytes % TB == 0) {
      return "%,d TB".formatted(bytes / TB);
    }
    return bytes % GB == 0 ? "%,d GB".formatted(bytes / GB) : inMegabytes(bytes);
  }

  /** Formats bytes as an option's value in the largest exact unit, such as {@code 64g}. */
  public static String shortest(long bytes) {
    for (int unit = UNITS.length(); unit > 1; unit--) {
      int shift = BITS_PER_UNIT * unit;
      if (bytes > 0 && bytes % (1L << shift) == 0) {
        return (bytes >> shift) + UNITS.substring(unit - 1, unit);
      }
    }
    return (bytes >> BITS_PER_UNIT) + "k";
  }
}
