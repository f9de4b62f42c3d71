package io.strata.readpath;

import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.InvalidSettingException;
import io.strata.readpath.config.Secrets;
import io.strata.readpath.web.ChangeStatus;
import io.strata.readpath.web.ChangeStatus.State;
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

    /** Whether it may be set to neither what it was nor what was wanted. */
    boolean isUndefined;

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
          && (isUndefined || !value.apply(now.settings).equals(value.apply(wanted.settings)));
    }
  }

  private final Checked started;
  private final List<Part> parts = new ArrayList<>();
  private volatile CacheSettings settings;
  private volatile List<String> waiting = List.of();
  private volatile ChangeStatus status = ChangeStatus.NONE;

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

  /** Returns how far the last change is, or what became of it. */
  ChangeStatus status() {
    return status;
  }

  /**
   * Sets what is not as wanted. Whatever prevents that, all parts that were set, and the one that
   * failed, go back to what they were, the last first. The log names each part that cannot go back;
   * the next configuration sets such a part in any case.
   *
   * @throws InvalidSettingException when a part cannot be set as wanted
   * @throws RuntimeException when a part failed otherwise; so with errors
   */
  synchronized void apply(CacheSettings asked, Configuration conf) {
    Checked wanted = new Checked(asked, new Configuration(conf));
    List<Part> begun = new ArrayList<>();
    try {
      setParts(wanted, begun);
    } catch (Throwable e) {
      for (int i = begun.size() - 1; i >= 0; i--) {
        setBack(begun.get(i));
      }
      status = new ChangeStatus(State.FAILED, sentence(e), false);
      throw e;
    }
    begun.forEach(part -> takeOn(part, wanted));
    settings = asked;
    waiting = SettingsChange.waitingForRestart(started.settings, asked);
    waiting.forEach(LOG::warn);
    status = new ChangeStatus(State.DONE, "", false);
    LOG.info("The new configuration is applied; parts that changed: {}", begun.size());
  }

  /** Adds each part to those begun before it is set. */
  private void setParts(Checked wanted, List<Part> begun) {
    for (Part part : parts) {
      if (part.isToBeSet(wanted)) {
        begun.add(part);
        status = new ChangeStatus(State.RUNNING, part.key + " is being set", false);
        part.setter.set(wanted);
      }
    }
  }

  private static String sentence(Throwable failure) {
    return failure instanceof InvalidSettingException
        ? String.valueOf(failure.getMessage())
        : Secrets.typesOf(failure) + ".";
  }

  private static void takeOn(Part part, Checked wanted) {
    LOG.info(
        "{} goes from {} to {}",
        part.key,
        Secrets.masked(part.value.apply(part.now.settings)),
        Secrets.masked(part.value.apply(wanted.settings)));
    part.now = wanted;
    part.isUndefined = false;
  }

  private static void setBack(Part part) {
    try {
      part.setter.set(part.now);
      part.isUndefined = false;
    } catch (InvalidSettingException e) {
      part.isUndefined = true;
      LOG.error("{} cannot be set back to what it was: {}", part.key, e.getMessage());
    } catch (Throwable e) {
      // Whatever it is, the other parts go back.
      part.isUndefined = true;
      LOG.error("{} cannot be set back to what it was: {}", part.key, Secrets.traceOf(e));
    }
  }
}
