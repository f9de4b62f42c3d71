package io.strata.readpath;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.io.hfile.CacheStats;

/** Ends a period of the rolling statistics whenever it is over. Thread-safe. */
final class StatisticsRoller {
  private final ScheduledExecutorService timer;

  private StatisticsRoller(ScheduledExecutorService timer) {
    this.timer = timer;
  }

  static StatisticsRoller start(CacheStats stats, int periodMinutes) {
    ScheduledExecutorService timer = Daemons.timer("strata-statistics");
    var unused =
        timer.scheduleAtFixedRate(
            stats::rollMetricsPeriod, periodMinutes, periodMinutes, TimeUnit.MINUTES);
    return new StatisticsRoller(timer);
  }

  void stop() {
    timer.shutdownNow();
  }
}
