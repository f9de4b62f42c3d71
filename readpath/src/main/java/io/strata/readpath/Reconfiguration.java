package io.strata.readpath;

import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.InvalidSettingException;
import io.strata.readpath.config.Reload;
import io.strata.readpath.config.Secrets;
import io.strata.readpath.web.ChangeStatus;
import io.strata.readpath.web.ChangeStatus.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a running cache from one configuration to the next: as a whole, or not at all. What differs
 * and what becomes of it is in the registry of keys ({@link Reload}). Thread-safe; one
 * configuration at a time.
 */
final class Reconfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(Reconfiguration.class);

  /** What a part of the cache is set to. */
  private static final class Part {
    final Reload reload;
    CacheSettings now;

    /** Whether it may be set to neither what it was nor what was wanted. */
    boolean isUndefined;

    Part(Reload reload, CacheSettings now) {
      this.reload = reload;
      this.now = now;
    }

    boolean isToBeSet(CacheSettings wanted) {
      return reload.effect(now, wanted) == Reload.Effect.LIVE
          && (isUndefined || reload.differs(now, wanted));
    }
  }

  private final CacheSettings started;
  private final BiConsumer<Reload, CacheSettings> setter;
  private final List<Part> parts;
  private volatile CacheSettings settings;
  private volatile List<String> waiting = List.of();
  private volatile ChangeStatus status = ChangeStatus.NONE;

  /**
   * Of a cache that was made from these settings.
   *
   * @param setter applies settings; throws {@link InvalidSettingException} when that cannot be
   */
  Reconfiguration(CacheSettings settings, BiConsumer<Reload, CacheSettings> setter) {
    this.started = settings;
    this.settings = settings;
    this.setter = setter;
    this.parts = Arrays.stream(Reload.values()).map(each -> new Part(each, settings)).toList();
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
  synchronized void apply(CacheSettings wanted) {
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
    settings = wanted;
    waiting = waitingForRestart(started, wanted);
    waiting.forEach(LOG::warn);
    status = new ChangeStatus(State.DONE, "", false);
    LOG.info("The new configuration is applied; parts that changed: {}", begun.size());
  }

  /** A sentence for each setting that is now another and stays as it was until a restart. */
  static List<String> waitingForRestart(CacheSettings running, CacheSettings asked) {
    return Arrays.stream(Reload.values())
        .filter(each -> each.effect(running, asked) == Reload.Effect.RESTART)
        .filter(each -> each.differs(running, asked))
        .map(
            each ->
                "%s is %s until the next start, and %s from then on."
                    .formatted(each.title(), each.shown(running), each.shown(asked)))
        .toList();
  }

  /** Adds each part to those begun before it is set. */
  private void setParts(CacheSettings wanted, List<Part> begun) {
    for (Part part : parts) {
      if (part.isToBeSet(wanted)) {
        begun.add(part);
        status = new ChangeStatus(State.RUNNING, part.reload.title() + " is being set", false);
        setter.accept(part.reload, wanted);
      }
    }
  }

  private static String sentence(Throwable failure) {
    return failure instanceof InvalidSettingException
        ? String.valueOf(failure.getMessage())
        : Secrets.typesOf(failure) + ".";
  }

  private static void takeOn(Part part, CacheSettings wanted) {
    LOG.info(
        "{} goes from {} to {}",
        part.reload.title(),
        part.reload.shown(part.now),
        part.reload.shown(wanted));
    part.now = wanted;
    part.isUndefined = false;
  }

  private void setBack(Part part) {
    String title = part.reload.title();
    try {
      setter.accept(part.reload, part.now);
      part.isUndefined = false;
    } catch (InvalidSettingException e) {
      part.isUndefined = true;
      LOG.error("{} cannot be set back to what it was: {}", title, e.getMessage());
    } catch (Throwable e) {
      // Whatever it is, the other parts go back.
      part.isUndefined = true;
      LOG.error("{} cannot be set back to what it was: {}", title, Secrets.traceOf(e));
    }
  }
}
