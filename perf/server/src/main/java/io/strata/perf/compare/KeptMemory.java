package io.strata.perf.compare;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.Preflight;
import io.strata.perf.work.Workspace;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option of all commands that start a server whose memory outlives its process. */
final class KeptMemory {
  @Option(
      names = "--memory",
      paramLabel = "<folder>",
      defaultValue = "/dev/shm",
      description =
          "Folder on tmpfs for the memory of Strata that outlives its process."
              + " Default: ${DEFAULT-VALUE}.")
  private Path folder = Path.of("");

  /** Checks that the folder is writable. */
  void require() throws BenchException {
    Preflight.requireWritable(folder, "choose a folder on tmpfs with --memory");
  }

  /** Creates a folder for a run, which is deleted when it is closed. */
  Workspace open() throws BenchException {
    return Workspace.create(folder, false);
  }
}
