package io.strata.readpath;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/** Threads that keep no process alive. */
final class Daemons {
  private Daemons() {}

  /** One thread that does what is due, of this name; nothing more once it is shut down. */
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
