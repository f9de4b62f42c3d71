package io.strata.readpath.cache;

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

/** Checks reloaded configurations and applies them in the background. Thread-safe. */
final class LiveConfiguration implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveConfiguration.class);

  /** How long a shutdown waits for a running change. */
  private static final long CLOSE_WAITS_MILLIS = 60_000;

  private final Reconfiguration parts;
  private final TraceSwitch tracing;
  private final Supplier<Map<String, String>> facts;
  private final PendingChanges<CacheSettings> changes;

  /**
   * @param parts the settings that can be changed
   * @param facts the metadata of a recording of accesses
   */
  LiveConfiguration(
      Reconfiguration parts, TraceSwitch tracing, Supplier<Map<String, String>> facts) {
    this.parts = parts;
    this.tracing = tracing;
    this.facts = facts;
    this.changes = new PendingChanges<>(this::apply, CLOSE_WAITS_MILLIS);
  }

  /** Submits a valid configuration, or logs why it is invalid; returns at once. */
  void changeTo(Configuration conf) {
    try {
      changes.submit(CacheSettings.read(conf, MemoryLimits.ofThisProcess()));
    } catch (InvalidSettingException e) {
      reject(e);
    }
  }

  private static void reject(InvalidSettingException e) {
    LOG.error("Rejected the new configuration, nothing is changed: {}", e.getMessage());
  }

  private void apply(CacheSettings asked) {
    try {
      parts.apply(asked);
      // Restarts a recording that ended with an error.
      tracing.apply(asked.trace(), facts.get());
    } catch (InvalidSettingException e) {
      reject(e);
    } catch (IOException e) {
      LOG.error("Accesses are not recorded: {}", asked.trace().openFailed(e).getMessage());
    }
  }

  /** Returns the status of the last change. */
  ChangeStatus status() {
    ChangeStatus last = parts.status();
    return new ChangeStatus(last.state(), last.detail(), changes.isOneWaiting());
  }

  /** Waits until every configuration submitted before is applied or rejected. */
  void await() throws InterruptedException {
    changes.await();
  }

  /** Discards pending changes; waits for a running one, with a time limit. */
  @Override
  public void close() {
    changes.close();
  }
}
