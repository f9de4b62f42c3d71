package io.strata.readpath;

import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.InvalidSettingException;
import io.strata.readpath.config.MemoryLimits;
import io.strata.readpath.trace.TraceSwitch;
import io.strata.readpath.web.ChangeStatus;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes reloaded configurations: checks each at once, and has a thread apply it. Thread-safe. */
final class LiveConfiguration implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveConfiguration.class);

  /** How long a shutdown waits for a change. */
  private static final long CLOSE_WAITS_MILLIS = 60_000;

  private final Reconfiguration parts;
  private final TraceSwitch tracing;
  private final Supplier<Map<String, String>> facts;
  private final PendingChanges<CacheSettings> changes;

  /**
   * @param parts what can be set
   * @param facts what is put into a recording of accesses
   */
  LiveConfiguration(
      Reconfiguration parts, TraceSwitch tracing, Supplier<Map<String, String>> facts) {
    this.parts = parts;
    this.tracing = tracing;
    this.facts = facts;
    this.changes = new PendingChanges<>(this::apply, CLOSE_WAITS_MILLIS);
  }

  /** Logs what is invalid, or has the configuration applied; returns at once. */
  void changeTo(Configuration conf) {
    try {
      changes.submit(CacheSettings.read(conf, MemoryLimits.ofThisProcess()));
    } catch (InvalidSettingException e) {
      reject(e);
    }
  }

  private static void reject(InvalidSettingException e) {
    LOG.error("The new configuration would not start, and changes nothing: {}", e.getMessage());
  }

  private void apply(CacheSettings asked) {
    try {
      parts.apply(asked);
      // Again, where a recording ended by an error.
      tracing.apply(asked.trace(), facts.get());
    } catch (InvalidSettingException e) {
      reject(e);
    } catch (IOException e) {
      LOG.error("Accesses are not recorded: {}", asked.trace().openFailed(e).getMessage());
    }
  }

  /** Returns how far the last change is, or what became of it. */
  ChangeStatus status() {
    ChangeStatus last = parts.status();
    return new ChangeStatus(last.state(), last.detail(), changes.isOneWaiting());
  }

  /** Waits until all that was asked for before is applied or rejected. */
  void await() throws InterruptedException {
    changes.await();
  }

  /** Applies nothing more; waits for a change that is under way, but not for ever. */
  @Override
  public void close() {
    changes.close();
  }
}
