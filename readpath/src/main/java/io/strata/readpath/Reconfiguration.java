package io.strata.readpath;

import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.InvalidSettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a running cache from one configuration to the next: as a whole, or not at all. Thread-safe;
 * one configuration at a time.
 */
final class Reconfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(Reconfiguration.class);

  /** A configuration that was found to be right. */
  record Checked(CacheSettings settings, Configuration conf) {}

  /** What lets a part of the cache work as a configuration says. */
  @FunctionalInterface
  interface Setter {
    /**
     * Lets it work so from now on.
     *
     * @throws InvalidSettingException when that cannot be; then it must be set to something else
     */
    void set(Checked wanted);
  }

  /** A part of the cache that can be set while it runs, and what it is set to. */
  private static final class Part {
    final String key;
    final Function<CacheSettings, String> value;
    final Setter setter;

    /** Whether it means something else with another engine. */
    final boolean ofEngine;

    Checked now;

    Part(
        String key,
        Function<CacheSettings, String> value,
        Setter setter,
        boolean ofEngine,
        Checked now) {
      this.key = key;
      this.value = value;
      this.setter = setter;
      this.ofEngine = ofEngine;
      this.now = now;
    }

    boolean isToBeSet(Checked wanted) {
      boolean engineStays = now.settings.engine().kind() == wanted.settings.engine().kind();
      return (engineStays || !ofEngine)
          && !value.apply(now.settings).equals(value.apply(wanted.settings));
    }
  }

  private final Checked started;
  private final List<Part> parts = new ArrayList<>();
  private volatile CacheSettings settings;
  private volatile List<String> waiting = List.of();

  /** Of a cache that was made from these. */
  Reconfiguration(CacheSettings settings, Configuration conf) {
    this.started = new Checked(settings, new Configuration(conf));
    this.settings = settings;
  }

  /**
   * Names a part that can be set; in the order in which it is to be done.
   *
   * @param key what administrators know it by
   * @param value of it in a configuration, as they read it
   */
  void add(String key, Function<CacheSettings, String> value, Setter setter) {
    parts.add(new Part(key, value, setter, false, started));
  }

  /** As {@link #add}, of a part that stays as it is when another engine is asked for. */
  void addOfEngine(String key, Function<CacheSettings, String> value, Setter setter) {
    parts.add(new Part(key, value, setter, true, started));
  }

  /** The last configuration that was taken on. */
  CacheSettings settings() {
    return settings;
  }

  /** What of that will only be so with the next start, a sentence each. */
  List<String> waiting() {
    return waiting;
  }

  /**
   * Sets what is not as wanted. When a part cannot be set, all that were go back to what they were.
   *
   * @throws InvalidSettingException when that happened
   */
  synchronized void apply(CacheSettings asked, Configuration conf) {
    Checked wanted = new Checked(asked, new Configuration(conf));
    List<Part> begun = new ArrayList<>();
    try {
      for (Part part : parts) {
        if (part.isToBeSet(wanted)) {
          begun.add(part);
          part.setter.set(wanted);
        }
      }
    } catch (InvalidSettingException e) {
      begun.forEach(Reconfiguration::setBack);
      throw e;
    }
    begun.forEach(part -> takeOn(part, wanted));
    settings = asked;
    waiting = SettingsChange.waitingForRestart(started.settings, asked);
    waiting.forEach(LOG::warn);
  }

  private static void takeOn(Part part, Checked wanted) {
    LOG.info(
        "{} goes from {} to {}",
        part.key,
        part.value.apply(part.now.settings),
        part.value.apply(wanted.settings));
    part.now = wanted;
  }

  private static void setBack(Part part) {
    try {
      part.setter.set(part.now);
    } catch (InvalidSettingException e) {
      LOG.error("{} cannot be set back to what it was: {}", part.key, e.getMessage());
    }
  }
}
