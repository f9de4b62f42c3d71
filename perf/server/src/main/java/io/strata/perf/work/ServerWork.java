package io.strata.perf.work;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.RunLock;
import java.io.IOException;
import java.nio.file.Path;

/** Runs tasks that start HBase's servers, one at a time on a machine. Stateless. */
public final class ServerWork {
  private ServerWork() {}

  /** A task that starts servers and uses them. */
  @FunctionalInterface
  public interface Task {
    /**
     * Runs the task.
     *
     * @param folder for the servers' data and logs
     */
    void in(Path folder) throws IOException, InterruptedException;
  }

  /**
   * Runs a task in a new folder, which is deleted afterwards.
   *
   * @param parent of that folder
   * @param keep whether to keep the folder
   * @param logs folder to copy the logs to if the task fails
   * @param next what the user can do in that case, as the end of a sentence
   * @throws BenchException if another process holds the lock, or the task fails
   */
  @SuppressWarnings("try") // The lock is held, not used.
  public static void run(Path parent, boolean keep, Path logs, String next, Task task)
      throws BenchException, IOException, InterruptedException {
    try (RunLock lock = RunLock.take();
        Workspace workspace = Workspace.create(parent, keep);
        ClientLog log = new ClientLog(workspace.folder())) {
      try {
        task.in(workspace.folder());
      } catch (IOException | IllegalStateException e) {
        throw new BenchException(
            e.getMessage() + " The logs are in " + log.save(logs) + "; " + next, e);
      }
      if (keep) {
        System.out.println("Data and logs are in " + workspace.folder() + ".");
      }
    }
  }
}
