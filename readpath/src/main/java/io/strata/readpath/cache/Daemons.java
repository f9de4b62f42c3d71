package io.strata.readpath.cache;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/** Creates timers with daemon threads. */
final class Daemons {
  private Daemons() {}

  /** Returns a timer with one thread of this name; after a shutdown it runs no more tasks. */
  static ScheduledExecutorService timer(String name) {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    timer.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
    timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return timer;
  }
}
