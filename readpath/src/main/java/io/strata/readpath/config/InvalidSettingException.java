package io.strata.readpath.config;

import org.jspecify.annotations.Nullable;

/**
 * A setting that refuses the start. The message is one sentence on one line: the key, its value,
 * what is wrong with it and what to do. No secret is in it.
 */
public final class InvalidSettingException extends IllegalArgumentException {
  private static final int LONGEST_VALUE = 80;

  private final String key;

  InvalidSettingException(String key, @Nullable String value, String fault, String mend) {
    this(key, sentence(key, value, fault, mend));
  }

  private InvalidSettingException(String key, String message) {
    super(message);
    this.key = key;
  }

  /** Returns this one, with the count of other problems in its message; itself if there is none. */
  InvalidSettingException withMore(int count) {
    if (count == 0) {
      return this;
    }
    String others =
        count == 1
            ? "1 more problem: ./strata doctor lists it."
            : count + " more problems: ./strata doctor lists them.";
    return new InvalidSettingException(key, getMessage() + " And " + others);
  }

  /** The key to change in {@code hbase-site.xml}. */
  public String key() {
    return key;
  }

  private static String sentence(String key, @Nullable String value, String fault, String mend) {
    String shown = value == null ? "not set" : quote(value);
    return "%s is %s, %s: %s.".formatted(key, shown, fault(fault, shown), mend);
  }

  /** A fault may quote a piece of the value in which a secret is not told as one any more. */
  private static String fault(String fault, String shownValue) {
    String line = line(fault);
    return shownValue.contains(Secrets.MASK)
        ? line.replaceAll("[^\\s\"']*@", Secrets.MASK + "@")
        : line;
  }

  /** What a failure says of itself, as one line without secrets. */
  static String line(Exception failure) {
    return line(failure.toString());
  }

  private static String line(String text) {
    return Secrets.masked(text.strip().replaceAll("[\\s\\p{Cc}\\p{Zl}\\p{Zp}]+", " "));
  }

  /** The value as one short line without secrets, whatever was typed. */
  static String quote(String value) {
    String line = line(value);
    return '"'
        + (line.length() <= LONGEST_VALUE ? line : line.substring(0, LONGEST_VALUE) + "…")
        + '"';
  }
}
