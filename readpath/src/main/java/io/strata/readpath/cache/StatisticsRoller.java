package io.strata.readpath.cache;

import io.strata.readpath.metrics.CacheMetrics;
import io.strata.readpath.metrics.MetricsHistory;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rolls the periods of the statistics, and samples the history of metrics. Thread-safe. */
final class StatisticsRoller {
  private static final Logger LOG = LoggerFactory.getLogger(StatisticsRoller.class);

  private final ScheduledExecutorService timer = Daemons.timer("strata-statistics");
  private final Runnable roll;
  private ScheduledFuture<?> periods;

  private StatisticsRoller(Runnable roll, int periodMinutes, CacheMetrics metrics) {
    this.roll = roll;
    this.periods = start(periodMinutes);
    var unused =
        timer.scheduleAtFixedRate(
            () -> step(metrics),
            MetricsHistory.STEP_SECONDS,
            MetricsHistory.STEP_SECONDS,
            TimeUnit.SECONDS);
  }

  /**
   * Starts the timers.
   *
   * @param roll begins the next period; must not throw
   */
  static StatisticsRoller start(Runnable roll, int periodMinutes, CacheMetrics metrics) {
    return new StatisticsRoller(roll, periodMinutes, metrics);
  }

  private ScheduledFuture<?> start(int periodMinutes) {
    return timer.scheduleAtFixedRate(roll, periodMinutes, periodMinutes, TimeUnit.MINUTES);
  }

  /** Sets the length of a period; a new period begins now. */
  synchronized void setPeriod(int minutes) {
    periods.cancel(false);
    periods = start(minutes);
  }

  /** Samples the metrics. Catches failures, because a timer drops a task that throws. */
  private static void step(CacheMetrics metrics) {
    try {
      metrics.step();
    } catch (RuntimeException e) {
      LOG.warn("Could not add a sample to the metrics history", e);
    }
  }

  /** Runs a task, which must not throw, every second. */
  void eachSecond(Runnable task) {
    var unused = timer.scheduleWithFixedDelay(task, 1, 1, TimeUnit.SECONDS);
  }

  void stop() {
    timer.shutdownNow();
  }
}
