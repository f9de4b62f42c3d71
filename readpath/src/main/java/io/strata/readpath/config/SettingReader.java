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
 * Reads each key of a configuration once, and collects all that is wrong with it. An invalid value
 * is replaced, so that reading goes on; a problem that may only come from such a substitute is not
 * reported. Used by one thread.
 */
final class SettingReader {
  private final Configuration conf;
  private final Map<String, Optional<String>> texts = new HashMap<>();
  private final Map<String, Optional<?>> values = new HashMap<>();
  private final List<InvalidSettingException> problems = new ArrayList<>();
  private final SortedMap<String, String> replaced = new TreeMap<>();

  /** Whether the part or check that runs has read a substitute. */
  private boolean usesSubstitute;

  SettingReader(Configuration conf) {
    this.conf = conf;
  }

  /** Returns the value of a key, or its default. */
  <T> T get(SettingKey<T> key) {
    return find(key).orElseGet(() -> key.type().parse(key.defaultText()));
  }

  /** Returns the value of a key; empty where there is none, or an invalid one. */
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
      // What lies on a disk, or is in a metric, under the name of a secret is not one any more.
      return invalid(
          key, "which names files or tables by a secret that it refers to", "write the names out");
    }
    try {
      return Optional.of(key.type().parse(text));
    } catch (IllegalArgumentException e) {
      return invalid(key, "which is not " + key.type().expected(), key.mend());
    }
  }

  /** Has a key read as if it were not set. */
  void replace(SettingKey<?> key) {
    values.put(key.name(), Optional.empty());
    replaced.put(key.name(), "");
  }

  private <T> Optional<T> invalid(SettingKey<T> key, String fault, String fix) {
    problems.add(reject(key, fault, fix));
    replaced.put(key.name(), "");
    return Optional.empty();
  }

  /**
   * Returns what a part of the settings is read to be, or where it is invalid a substitute.
   *
   * @param shown the substitute, to be shown as the value of the invalid key; empty for the default
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

  /** Runs a check that throws if values are invalid together; they are kept. */
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

  /** Adds a problem of a name that is not a known key. */
  void add(InvalidSettingException problem) {
    problems.add(problem);
  }

  /** Returns all that is wrong, in the order in which it was found. */
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

  /** The text of a key as it may be shown; null where there is none. */
  @Nullable String shown(SettingKey<?> key) {
    String text = text(key);
    if (text == null) {
      return null;
    }
    return namesASecret(key) ? Secrets.NOT_SHOWN : Secrets.shown(key, text);
  }

  /** Whether the value of a key takes in a secret by a reference such as <code>${name}</code>. */
  private boolean namesASecret(SettingKey<?> key) {
    return References.nameASecret(conf, key.name());
  }

  /** The text of a key as it was typed. */
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
              "which refers to itself",
              "write the value out"));
      replaced.put(key.name(), "");
      return raw;
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
  InvalidSettingException reject(SettingKey<?> key, String fault, String mend) {
    return new InvalidSettingException(key.name(), shown(key), fault, mend);
  }
}
