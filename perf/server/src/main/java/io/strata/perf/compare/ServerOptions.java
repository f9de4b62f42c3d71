package io.strata.perf.compare;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.Preflight;
import io.strata.perf.work.ServerWork;
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

  /**
   * Starts servers and works with them, while nothing else measures on the machine.
   *
   * @param logs where the logs go when that fails
   * @param after what the user can do then, for the end of a sentence
   */
  void work(Path logs, String after, ServerWork.Task task)
      throws BenchException, IOException, InterruptedException {
    ServerWork.run(parent(), keep, logs, after, task);
  }

  /** Requires what the servers take, before any is started. */
  void require(long memoryBytes, long diskBytes, String less) throws BenchException {
    Preflight.requireWritable(parent(), "choose another with --dir");
    Preflight.requireMemory("This", memoryBytes, less);
    Preflight.requireDisk(
        "This", parent(), diskBytes, less + ", or choose another folder with --dir");
  }
}
