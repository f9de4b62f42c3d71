package io.strata.readpath.config;

import org.jspecify.annotations.Nullable;

/**
 * An invalid setting, which fails startup or is rejected by a reload. The message is one line,
 * {@code KEY=VALUE: problem. Fix.}, or {@code KEY: not set, and problem. Fix.}, without secrets.
 */
public final class InvalidSettingException extends IllegalArgumentException {
  private static final int MAX_VALUE_LENGTH = 80;

  private final String key;

  /**
   * @param value as it was set; null if it is not set
   * @param problem the end of a sentence about the value, without a full stop
   * @param fix what to do, without a full stop
   */
  InvalidSettingException(String key, @Nullable String value, String problem, String fix) {
    this(key, message(key, value, problem, fix));
  }

  private InvalidSettingException(String key, String message) {
    super(message);
    this.key = key;
  }

  /** Returns this problem with the number of other problems in its message. */
  InvalidSettingException withMore(int count) {
    if (count == 0) {
      return this;
    }
    String others = count == 1 ? "1 more problem" : count + " more problems";
    return new InvalidSettingException(
        key, "%s %s: run ./strata doctor.".formatted(getMessage(), others));
  }

  /** Returns the key to change in {@code hbase-site.xml}. */
  public String key() {
    return key;
  }

  private static String message(String key, @Nullable String value, String problem, String fix) {
    String setting = value == null ? key + ": not set, and" : key + "=" + shortened(value) + ":";
    return "%s %s. %s.".formatted(setting, masked(problem, setting), capitalized(fix));
  }

  private static String capitalized(String text) {
    return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /** Masks again: a problem may quote a piece of the value in which a secret is not recognized. */
  private static String masked(String problem, String setting) {
    String line = line(problem);
    return setting.contains(Secrets.MASK)
        ? line.replaceAll("[^\\s\"']*@", Secrets.MASK + "@")
        : line;
  }

  /** Returns a failure's message as one line without secrets. */
  static String line(Exception failure) {
    return line(failure.toString());
  }

  private static String line(String text) {
    return Secrets.masked(text.strip().replaceAll("[\\s\\p{Cc}\\p{Zl}\\p{Zp}]+", " "));
  }

  /** Returns a value as one short line without secrets. */
  static String shortened(String value) {
    String line = line(value);
    return line.length() <= MAX_VALUE_LENGTH ? line : line.substring(0, MAX_VALUE_LENGTH) + "…";
  }
}
