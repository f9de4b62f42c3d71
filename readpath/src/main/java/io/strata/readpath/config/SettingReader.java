package io.strata.readpath.config;

import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** Reads keys from a configuration, and knows which of them the administrator has set. */
final class SettingReader {
  private final Configuration conf;

  SettingReader(Configuration conf) {
    this.conf = conf;
  }

  /**
   * The value of a key, or its default.
   *
   * @throws InvalidSettingException if the text is not understood
   */
  <T> T get(SettingKey<T> key) {
    return find(key).orElseGet(() -> key.type().parse(key.defaultText()));
  }

  /**
   * The value of a key if there is one.
   *
   * @throws InvalidSettingException if the text is not understood
   */
  <T> Optional<T> find(SettingKey<T> key) {
    String text = text(key);
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(key.type().parse(text));
    } catch (IllegalArgumentException e) {
      throw refuse(key, "which is not " + key.type().expected(), key.mend());
    }
  }

  /** The text of a key as it may be shown; null where there is none. */
  @Nullable String shown(SettingKey<?> key) {
    String text = text(key);
    if (text == null) {
      return null;
    }
    return namesASecret(key) ? Secrets.NOT_SHOWN : Secrets.shown(key, text);
  }

  /** Whether the value of a key takes in a secret by a reference such as <code>${name}</code>. */
  boolean namesASecret(SettingKey<?> key) {
    return References.nameASecret(conf, key.name());
  }

  /** The text of a key as it was typed. */
  @Nullable String text(SettingKey<?> key) {
    try {
      return conf.get(key.name());
    } catch (IllegalArgumentException | IllegalStateException e) {
      // A reference such as ${name} that leads back to itself.
      String raw = conf.getRaw(key.name());
      throw new InvalidSettingException(
          key.name(),
          raw == null ? null : Secrets.shown(key, raw),
          "which refers to itself",
          "write the value out");
    }
  }

  /**
   * Whether the value comes from the administrator and not from the defaults that HBase ships.
   *
   * <p>A configuration that was copied value by value has forgotten where each came from: there, a
   * value that differs from the default tells.
   */
  boolean isSetByUser(SettingKey<?> key) {
    String text = text(key);
    if (text == null) {
      return false;
    }
    String[] sources = conf.getPropertySources(key.name());
    String source = sources == null || sources.length == 0 ? "" : sources[sources.length - 1];
    if (source.endsWith("-default.xml")) {
      return false;
    }
    return source.endsWith(".xml") || !text.strip().equals(key.defaultText());
  }

  /** The exception that refuses a key with the value that it has. */
  InvalidSettingException refuse(SettingKey<?> key, String fault, String mend) {
    return new InvalidSettingException(key.name(), shown(key), fault, mend);
  }
}
