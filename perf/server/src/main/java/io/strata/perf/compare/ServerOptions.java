package io.strata.perf.compare;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.Preflight;
import io.strata.perf.common.RunLock;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options of all commands that start HBase's servers, and what they do alike. */
final class ServerOptions {
  @Option(
      names = "--dir",
      paramLabel = "<folder>",
      defaultValue = "${sys:java.io.tmpdir}",
      description = "Where HBase's data lie while it runs. Default: ${DEFAULT-VALUE}.")
  private Path dir = Path.of("");

  @Option(names = "--keep", description = "Keeps data and logs of HBase afterwards.")
  private boolean keep;

  /** The folder in which HBase's data lie in a folder of the run's own. */
  Path parent() {
    return dir.toAbsolutePath().normalize();
  }

  /** What is done with a folder for servers. */
  @FunctionalInterface
  interface Work {
    void in(Path folder) throws IOException, InterruptedException;
  }

  /**
   * Starts servers and works with them, while nothing else measures on the machine.
   *
   * @param logs where the logs go when that fails
   * @param after what the user can do then, for the end of a sentence
   */
  @SuppressWarnings("try") // The lock is held, not used.
  void work(Path logs, String after, Work work)
      throws BenchException, IOException, InterruptedException {
    try (RunLock lock = RunLock.take();
        Workspace workspace = Workspace.create(parent(), keep);
        ClientLog log = new ClientLog(workspace.folder())) {
      try {
        work.in(workspace.folder());
      } catch (IOException | IllegalStateException e) {
        throw new BenchException(
            e.getMessage() + " The logs are in " + log.save(logs) + "; " + after, e);
      }
      if (keep) {
        System.out.println("Data and logs are in " + workspace.folder() + ".");
      }
    }
  }

  /** Requires what the servers take, before any is started. */
  void require(long memoryBytes, long diskBytes, String less) throws BenchException {
    Preflight.requireWritable(parent(), "choose another with --dir");
    Preflight.requireMemory("This", memoryBytes, less);
    Preflight.requireDisk(
        "This", parent(), diskBytes, less + ", or choose another folder with --dir");
  }
}
