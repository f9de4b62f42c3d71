package io.strata.perf.work;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.Folder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The working folder of a run. However the run ends, all child processes are killed, and then the
 * folder is deleted unless it is to be kept.
 */
public final class Workspace implements AutoCloseable {
  /** Contains the process id, so that a left-over folder shows whose it was. */
  private static final String PREFIX = "strata-" + ProcessHandle.current().pid() + "-";

  private final Path folder;
  private final boolean keep;
  private final Thread atExit = new Thread(this::cleanUp, "workspace-clean-up");

  private Workspace(Path folder, boolean keep) {
    this.folder = folder;
    this.keep = keep;
  }

  /**
   * Creates a new folder in {@code parent}.
   *
   * @param keep whether to keep the folder
   * @throws BenchException if it cannot be created
   */
  public static Workspace create(Path parent, boolean keep) throws BenchException {
    try {
      Workspace workspace = new Workspace(Files.createTempDirectory(parent, PREFIX), keep);
      Runtime.getRuntime().addShutdownHook(workspace.atExit);
      return workspace;
    } catch (IOException e) {
      throw new BenchException(parent + ": cannot be written to. Choose another folder.", e);
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
      // A process that was just killed may have created a file during the walk.
      for (int attempt = 0; attempt < 3 && Files.exists(folder); attempt++) {
        delete();
      }
      if (Files.exists(folder)) {
        System.err.println(folder + ": could not be deleted completely. Delete it by hand.");
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
      // The caller tries again and then reports it.
    }
  }
}
