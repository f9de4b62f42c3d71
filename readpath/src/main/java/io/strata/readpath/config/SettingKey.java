package io.strata.readpath.config;

/**
 * One key of the configuration.
 *
 * @param name as it stands in {@code hbase-site.xml}
 * @param type what may stand in its value
 * @param unit of the value
 * @param defaultText the value when it is not set, empty if there is none
 * @param meaning what it does, in one sentence
 * @param honoured what becomes of it here
 * @param secrecy how its value goes together with secrets
 * @param reload what becomes of another value while the cache serves, and what applies it
 * @param <T> the type of its value
 */
record SettingKey<T>(
    String name,
    ValueType<T> type,
    String unit,
    String defaultText,
    String meaning,
    Support honoured,
    Secrecy secrecy,
    Reload reload) {
  /** How a value goes together with secrets. */
  enum Secrecy {
    /** It is shown, unless it refers to a secret. */
    SHOWN,
    /** It is shown to no one. */
    SECRET,
    /** It becomes names of files or tables, and must not refer to a secret. */
    NAMES
  }

  /** Returns a key of Strata's, whose value may be shown, and which a reload does not change. */
  static <T> SettingKey<T> of(String name, ValueType<T> type, String unit, String defaultText) {
    return new SettingKey<>(
        name, type, unit, defaultText, "", Support.BY_STRATA, Secrecy.SHOWN, Reload.NONE);
  }

  /** Returns the same key, with what it does. */
  SettingKey<T> means(String sentence) {
    return new SettingKey<>(name, type, unit, defaultText, sentence, honoured, secrecy, reload);
  }

  /** Returns the same key, of which something else becomes. */
  SettingKey<T> by(Support other) {
    return new SettingKey<>(name, type, unit, defaultText, meaning, other, secrecy, reload);
  }

  /** Returns the same key, whose value a reload changes, or a restart. */
  SettingKey<T> changedBy(Reload changing) {
    return new SettingKey<>(name, type, unit, defaultText, meaning, honoured, secrecy, changing);
  }

  /** Returns the same key, whose value goes otherwise together with secrets. */
  SettingKey<T> with(Secrecy other) {
    return new SettingKey<>(name, type, unit, defaultText, meaning, honoured, other, reload);
  }

  /** What to do about a value that is not understood. */
  String mend() {
    return defaultText.isEmpty()
        ? "correct it"
        : "correct it, or remove it for the default of " + defaultText;
  }
}
