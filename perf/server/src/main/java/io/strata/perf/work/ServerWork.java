package io.strata.perf.work;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.RunLock;
import java.io.IOException;
import java.nio.file.Path;

/** What is done with HBase's servers while nothing else measures on the machine. Stateless. */
public final class ServerWork {
  private ServerWork() {}

  /** Starts servers and works with them. */
  @FunctionalInterface
  public interface Task {
    /**
     * Does it.
     *
     * @param folder for the servers' data and logs
     */
    void in(Path folder) throws IOException, InterruptedException;
  }

  /**
   * Does it in a folder of its own, which is deleted afterwards.
   *
   * @param parent of that folder
   * @param keep whether the folder stays
   * @param logs where the logs go when the task fails
   * @param after what the user can do then, for the end of a sentence
   * @throws BenchException when another process measures, or the task fails
   */
  @SuppressWarnings("try") // The lock is held, not used.
  public static void run(Path parent, boolean keep, Path logs, String after, Task task)
      throws BenchException, IOException, InterruptedException {
    try (RunLock lock = RunLock.take();
        Workspace workspace = Workspace.create(parent, keep);
        ClientLog log = new ClientLog(workspace.folder())) {
      try {
        task.in(workspace.folder());
      } catch (IOException | IllegalStateException e) {
        throw new BenchException(
            e.getMessage() + " The logs are in " + log.save(logs) + "; " + after, e);
      }
      if (keep) {
        System.out.println("Data and logs are in " + workspace.folder() + ".");
      }
    }
  }
}
