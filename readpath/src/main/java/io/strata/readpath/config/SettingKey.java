package io.strata.readpath.config;

/**
 * One key of the configuration.
 *
 * @param name as in {@code hbase-site.xml}
 * @param type parses its value
 * @param unit of the value
 * @param defaultText the value when it is not set, empty if there is none
 * @param meaning what it does, in one sentence
 * @param support who reads it
 * @param secrecy whether its value is, or may refer to, a secret
 * @param reload what a change of the value does while the cache runs
 * @param <T> the type of its value
 */
record SettingKey<T>(
    String name,
    ValueType<T> type,
    String unit,
    String defaultText,
    String meaning,
    Support support,
    Secrecy secrecy,
    Reload reload) {
  /** Whether a value is, or may refer to, a secret. */
  enum Secrecy {
    /** The value is shown, unless it refers to a secret. */
    SHOWN,
    /** The value is never shown. */
    SECRET,
    /** The value becomes names of files or tables, and must not refer to a secret. */
    NAMES
  }

  /** Returns a key that Strata reads, whose value is shown, and which a reload does not change. */
  static <T> SettingKey<T> of(String name, ValueType<T> type, String unit, String defaultText) {
    return new SettingKey<>(
        name, type, unit, defaultText, "", Support.BY_STRATA, Secrecy.SHOWN, Reload.NONE);
  }

  /** Returns the same key with a description. */
  SettingKey<T> means(String sentence) {
    return new SettingKey<>(name, type, unit, defaultText, sentence, support, secrecy, reload);
  }

  /** Returns the same key, read by another component. */
  SettingKey<T> by(Support other) {
    return new SettingKey<>(name, type, unit, defaultText, meaning, other, secrecy, reload);
  }

  /** Returns the same key with what a reload does. */
  SettingKey<T> changedBy(Reload other) {
    return new SettingKey<>(name, type, unit, defaultText, meaning, support, secrecy, other);
  }

  /** Returns the same key with another secrecy. */
  SettingKey<T> with(Secrecy other) {
    return new SettingKey<>(name, type, unit, defaultText, meaning, support, other, reload);
  }

  /** Returns how to fix a value that does not parse. */
  String fix() {
    return defaultText.isEmpty()
        ? "correct it"
        : "correct it, or remove it to use the default of " + defaultText;
  }
}
