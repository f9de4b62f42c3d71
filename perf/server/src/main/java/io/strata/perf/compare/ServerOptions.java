package io.strata.perf.compare;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.Preflight;
import io.strata.perf.work.ServerWork;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options of all commands that start HBase, with the steps that these commands share. */
final class ServerOptions {
  @Option(
      names = "--dir",
      paramLabel = "<folder>",
      defaultValue = "${sys:java.io.tmpdir}",
      description = "Folder for HBase's data during the run. Default: ${DEFAULT-VALUE}.")
  private Path dir = Path.of("");

  @Option(names = "--keep", description = "Keeps HBase's data and logs after the run.")
  private boolean keep;

  /** Returns the parent of the folder that the run creates for HBase's data. */
  Path parent() {
    return dir.toAbsolutePath().normalize();
  }

  /**
   * Runs a task that starts servers, under the lock that excludes all other measurements on the
   * machine.
   *
   * @param logs folder to copy the logs to if the task fails
   * @param next what the user can do in that case, as the end of a sentence
   */
  void work(Path logs, String next, ServerWork.Task task)
      throws BenchException, IOException, InterruptedException {
    ServerWork.run(parent(), keep, logs, next, task);
  }

  /**
   * Checks that the machine has the memory and disk space that the servers need.
   *
   * @param fix how to need less
   */
  void require(long memoryBytes, long diskBytes, String fix) throws BenchException {
    Preflight.requireWritable(parent(), "choose another with --dir");
    Preflight.requireMemory("The run", memoryBytes, fix);
    Preflight.requireDisk(
        "The run", parent(), diskBytes, fix + ", or choose another folder with --dir");
  }
}
