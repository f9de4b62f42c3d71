package io.strata.readpath.cache;

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
 * Applies a configuration to a running cache, completely or not at all. {@link Reload} defines what
 * is compared and what applies a change. Thread-safe; one configuration at a time.
 */
final class Reconfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(Reconfiguration.class);

  /** A part of the cache with the settings that it has. */
  private static final class LivePart {
    final Reload reload;
    CacheSettings now;

    /** Whether a change and its rollback failed, so that the part may have neither setting. */
    boolean isUndefined;

    LivePart(Reload reload, CacheSettings now) {
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
  private final List<LivePart> parts;
  private volatile CacheSettings settings;
  private volatile List<String> waiting = List.of();
  private volatile ChangeStatus status = ChangeStatus.NONE;

  /**
   * Creates it for a cache with these settings.
   *
   * @param setter applies settings; throws {@link InvalidSettingException} if it cannot
   */
  Reconfiguration(CacheSettings settings, BiConsumer<Reload, CacheSettings> setter) {
    this.started = settings;
    this.settings = settings;
    this.setter = setter;
    this.parts = Arrays.stream(Reload.values()).map(each -> new LivePart(each, settings)).toList();
  }

  /** Returns the last configuration that was applied. */
  CacheSettings settings() {
    return settings;
  }

  /** Returns a sentence for each of its settings that takes effect at the next start. */
  List<String> waiting() {
    return waiting;
  }

  /** Returns the status of the last change. */
  ChangeStatus status() {
    return status;
  }

  /**
   * Sets the parts whose settings differ. If one fails, it and all that were set before are rolled
   * back, the last first. Each part that cannot be rolled back is logged; the next configuration
   * sets it in any case.
   *
   * @throws InvalidSettingException if a part rejects its setting
   * @throws RuntimeException if a part fails otherwise; errors are thrown, too
   */
  synchronized void apply(CacheSettings wanted) {
    List<LivePart> begun = new ArrayList<>();
    try {
      setParts(wanted, begun);
    } catch (Throwable e) {
      for (int i = begun.size() - 1; i >= 0; i--) {
        rollBack(begun.get(i));
      }
      status = new ChangeStatus(State.FAILED, sentence(e), false);
      throw e;
    }
    begun.forEach(part -> commit(part, wanted));
    settings = wanted;
    waiting = waitingForRestart(started, wanted);
    waiting.forEach(LOG::warn);
    status = new ChangeStatus(State.DONE, "", false);
    LOG.info("Applied the new configuration, changes: {}", begun.size());
  }

  /** Returns a sentence for each setting that differs and takes effect at the next start. */
  static List<String> waitingForRestart(CacheSettings running, CacheSettings asked) {
    return Arrays.stream(Reload.values())
        .filter(each -> each.effect(running, asked) == Reload.Effect.RESTART)
        .filter(each -> each.differs(running, asked))
        .map(
            each ->
                "%s changes from %s to %s at the next start."
                    .formatted(each.title(), each.shown(running), each.shown(asked)))
        .toList();
  }

  /** Adds each part to those begun before it is set. */
  private void setParts(CacheSettings wanted, List<LivePart> begun) {
    for (LivePart part : parts) {
      if (part.isToBeSet(wanted)) {
        begun.add(part);
        status = new ChangeStatus(State.RUNNING, "setting " + part.reload.title(), false);
        setter.accept(part.reload, wanted);
      }
    }
  }

  private static String sentence(Throwable failure) {
    return failure instanceof InvalidSettingException
        ? String.valueOf(failure.getMessage())
        : Secrets.typesOf(failure) + ".";
  }

  private static void commit(LivePart part, CacheSettings wanted) {
    LOG.info(
        "Changed {} from {} to {}",
        part.reload.title(),
        part.reload.shown(part.now),
        part.reload.shown(wanted));
    part.now = wanted;
    part.isUndefined = false;
  }

  private void rollBack(LivePart part) {
    String title = part.reload.title();
    try {
      setter.accept(part.reload, part.now);
      part.isUndefined = false;
    } catch (InvalidSettingException e) {
      part.isUndefined = true;
      LOG.error("Could not roll back {}: {}", title, e.getMessage());
    } catch (Throwable e) {
      // The other parts are rolled back after any failure.
      part.isUndefined = true;
      LOG.error("Could not roll back {}: {}", title, Secrets.traceOf(e));
    }
  }
}
