package io.strata.readpath.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Reads each key of a configuration once and collects all problems. An invalid value is replaced by
 * a substitute so that reading goes on. A problem that a substitute may have caused is not
 * reported. Not thread-safe.
 */
final class SettingReader {
  private final Configuration conf;
  private final Map<String, Optional<String>> texts = new HashMap<>();
  private final Map<String, Optional<?>> values = new HashMap<>();
  private final List<InvalidSettingException> problems = new ArrayList<>();
  private final SortedMap<String, String> replaced = new TreeMap<>();

  /** Whether the current part or check has read a substitute. */
  private boolean usesSubstitute;

  SettingReader(Configuration conf) {
    this.conf = conf;
  }

  /** Returns the value of a key, or its default. */
  <T> T get(SettingKey<T> key) {
    return find(key).orElseGet(() -> key.type().parse(key.defaultText()));
  }

  /** Returns the value of a key; empty if it is not set or invalid. */
  @SuppressWarnings("unchecked") // parse puts a value of the key's type
  <T> Optional<T> find(SettingKey<T> key) {
    Optional<?> value = values.get(key.name());
    if (value == null) {
      value = parse(key);
      values.put(key.name(), value);
    }
    usesSubstitute |= isReplaced(key);
    return (Optional<T>) value;
  }

  private <T> Optional<T> parse(SettingKey<T> key) {
    String text = text(key);
    if (text == null || isReplaced(key)) {
      return Optional.empty();
    }
    if (key.secrecy() == SettingKey.Secrecy.NAMES && namesASecret(key)) {
      // A file or metric named after a secret would publish it.
      return invalid(
          key, "refers to a secret, which would become part of names", "write the names out");
    }
    try {
      return Optional.of(key.type().parse(text));
    } catch (IllegalArgumentException e) {
      return invalid(key, "must be " + key.type().expected(), key.fix());
    }
  }

  /** Treats a key as not set. */
  void replace(SettingKey<?> key) {
    values.put(key.name(), Optional.empty());
    replaced.put(key.name(), "");
  }

  private <T> Optional<T> invalid(SettingKey<T> key, String problem, String fix) {
    problems.add(reject(key, problem, fix));
    replaced.put(key.name(), "");
    return Optional.empty();
  }

  /**
   * Reads a part of the settings; returns the substitute if the part is invalid.
   *
   * @param shown the substitute as text, shown as the value of the invalid key; empty for the
   *     default
   */
  <T> T part(Supplier<T> part, T substitute, String shown) {
    boolean outer = usesSubstitute;
    usesSubstitute = false;
    try {
      return part.get();
    } catch (InvalidSettingException e) {
      report(e);
      replaced.put(e.key(), shown);
      return substitute;
    } finally {
      usesSubstitute = outer;
    }
  }

  /** Runs a check that throws if values do not fit together; the values are kept. */
  void check(Runnable check) {
    usesSubstitute = false;
    try {
      check.run();
    } catch (InvalidSettingException e) {
      report(e);
    }
  }

  private void report(InvalidSettingException problem) {
    if (!usesSubstitute && !replaced.containsKey(problem.key())) {
      problems.add(problem);
    }
  }

  /** Adds a problem of an unknown key. */
  void add(InvalidSettingException problem) {
    problems.add(problem);
  }

  /** Returns all problems, in the order in which they were found. */
  List<InvalidSettingException> problems() {
    return List.copyOf(problems);
  }

  /** Returns the keys whose values were replaced, with the substitutes; empty for the default. */
  SortedMap<String, String> replaced() {
    return Collections.unmodifiableSortedMap(replaced);
  }

  boolean isReplaced(SettingKey<?> key) {
    return replaced.containsKey(key.name());
  }

  /** Returns the text of a key without secrets; null if it is not set. */
  @Nullable String shown(SettingKey<?> key) {
    String text = text(key);
    if (text == null) {
      return null;
    }
    return namesASecret(key) ? Secrets.NOT_SHOWN : Secrets.shown(key, text);
  }

  /** Returns whether a value includes a secret by a reference such as <code>${name}</code>. */
  private boolean namesASecret(SettingKey<?> key) {
    return References.nameASecret(conf, key.name());
  }

  /** Returns the text of a key as it was set; null if it is not set. */
  @Nullable String text(SettingKey<?> key) {
    Optional<String> text = texts.get(key.name());
    if (text == null) {
      text = Optional.ofNullable(expanded(key));
      texts.put(key.name(), text);
    }
    return text.orElse(null);
  }

  private @Nullable String expanded(SettingKey<?> key) {
    try {
      return conf.get(key.name());
    } catch (IllegalArgumentException | IllegalStateException e) {
      // A reference such as ${name} that leads back to itself.
      String raw = conf.getRaw(key.name());
      problems.add(
          new InvalidSettingException(
              key.name(),
              raw == null ? null : Secrets.shown(key, raw),
              "refers to itself",
              "write the value out"));
      replaced.put(key.name(), "");
      return raw;
    }
  }

  /**
   * Returns whether the administrator set the value, as opposed to HBase's shipped defaults.
   *
   * <p>A configuration that was copied value by value does not know the sources any more: there, a
   * value that differs from the default counts as set.
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

  /** Returns the exception that rejects a key with its value or default. */
  InvalidSettingException reject(SettingKey<?> key, String problem, String fix) {
    String value = shown(key);
    if (value == null && !key.defaultText().isEmpty()) {
      value = key.defaultText() + " (default)";
    }
    return new InvalidSettingException(key.name(), value, problem, fix);
  }
}
