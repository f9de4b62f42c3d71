package io.strata.perf.work;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.Folder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The folder in which everything of one run happens. However the run ends, the processes that were
 * started from this one are ended and then the folder is deleted, unless it is to be kept.
 */
public final class Workspace implements AutoCloseable {
  /** Names the process, so that a folder that is left tells whose it was. */
  private static final String PREFIX = "strata-" + ProcessHandle.current().pid() + "-";

  private final Path folder;
  private final boolean keep;
  private final Thread atExit = new Thread(this::cleanUp, "workspace-clean-up");

  private Workspace(Path folder, boolean keep) {
    this.folder = folder;
    this.keep = keep;
  }

  /**
   * Makes a new folder inside {@code parent}.
   *
   * @param keep whether the folder stays
   * @throws BenchException if that cannot be done
   */
  public static Workspace create(Path parent, boolean keep) throws BenchException {
    try {
      Workspace workspace = new Workspace(Files.createTempDirectory(parent, PREFIX), keep);
      Runtime.getRuntime().addShutdownHook(workspace.atExit);
      return workspace;
    } catch (IOException e) {
      throw new BenchException(
          "Nothing can be written in " + parent + ": choose another folder.", e);
    }
  }

  /** Returns the folder. */
  public Path folder() {
    return folder;
  }

  @Override
  public void close() {
    cleanUp();
    Runtime.getRuntime().removeShutdownHook(atExit);
  }

  private void cleanUp() {
    endChildren();
    if (!keep) {
      // A process that was just killed may still have created a file behind the walk's back.
      for (int attempt = 0; attempt < 3 && Files.exists(folder); attempt++) {
        delete();
      }
      if (Files.exists(folder)) {
        System.err.println("Not all of " + folder + " could be deleted: delete it by hand.");
      }
    }
  }

  private static void endChildren() {
    var children = ProcessHandle.current().descendants().toList();
    children.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle child : children) {
      child.onExit().completeOnTimeout(child, 10, TimeUnit.SECONDS).join();
    }
  }

  private void delete() {
    try {
      Folder.delete(folder);
    } catch (IOException | UncheckedIOException e) {
      // Tried again, and then reported, by the caller.
    }
  }
}
