package io.strata.it.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One JVM of a cluster. It keeps its ports and its log file when it is started again. All methods
 * may be called by any thread.
 */
public final class HBaseProcess {
  private static final Duration GRACE = Duration.ofMinutes(2);
  private static final int TAIL_LINES = 40;

  private final String name;
  private final Path logFile;
  private final int jmxPort;
  private final int uiPort;
  private @Nullable ClassArchive classes;
  private List<String> command = List.of();
  private @Nullable Process process;
  private long startedAt;

  HBaseProcess(String name, Path logFile, int jmxPort, int uiPort) {
    this.name = name;
    this.logFile = logFile;
    this.jmxPort = jmxPort;
    this.uiPort = uiPort;
  }

  /** What the process is called in error messages and in its log file's name. */
  public String name() {
    return name;
  }

  /** Everything that the process has logged or printed, through all its starts. */
  public Path logFile() {
    return logFile;
  }

  /** The port of {@link #jmxUrl()}. */
  public int jmxPort() {
    return jmxPort;
  }

  /** Where {@link javax.management.remote.JMXConnectorFactory} reaches the process's MBeans. */
  public String jmxUrl() {
    return "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + jmxPort + "/jmxrmi";
  }

  /** The port of the web pages, on the loopback address. ZooKeeper has none. */
  public int uiPort() {
    if (uiPort == 0) {
      throw new IllegalStateException("The process " + name + " has no web pages.");
    }
    return uiPort;
  }

  /** The operating system's id of the process that was started last. */
  public long pid() {
    return started().pid();
  }

  public synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** When it was started last, in milliseconds since 1970. */
  synchronized long startedAt() {
    return startedAt;
  }

  synchronized void command(@Nullable ClassArchive newClasses, List<String> newCommand) {
    classes = newClasses;
    command = List.copyOf(newCommand);
  }

  /** Writes the archive of the running process's classes if it is the first to have them. */
  synchronized void writeClassArchive() {
    if (classes != null) {
      classes.write(pid());
    }
  }

  /**
   * Starts the process, or starts it again. It returns at once: {@link HBaseCluster} waits until
   * the process is ready.
   *
   * @throws IllegalStateException if it is running
   */
  synchronized void launch() {
    if (isAlive()) {
      throw new IllegalStateException("The process " + name + " is running; stop it first.");
    }
    startedAt = System.currentTimeMillis();
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(Redirect.appendTo(logFile.toFile()))
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException("The process " + name + " could not be started.", e);
    }
  }

  /** Kills the process with a signal that it cannot handle, and waits until it is gone. */
  public void killHard() {
    Process running = started();
    running.destroyForcibly();
    running.onExit().join();
  }

  /** Asks the process to stop, and kills it when it has not done so within two minutes. */
  public void stopGracefully() {
    started().destroy();
    if (!awaitExit(GRACE)) {
      killHard();
    }
  }

  /** Waits until the process has ended. Says whether it has. */
  public boolean awaitExit(Duration limit) {
    try {
      return started().waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while " + name + " was stopping.", e);
    }
  }

  /**
   * The exit code.
   *
   * @throws IllegalThreadStateException if it is running
   */
  public int exitCode() {
    return started().exitValue();
  }

  /** The end of the log file, to show in an error message. */
  public String logTail() {
    try {
      List<String> lines = Files.readAllLines(logFile);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    } catch (IOException e) {
      return "(" + logFile + " cannot be read: " + e.getMessage() + ")";
    }
  }

  private synchronized Process started() {
    if (process == null) {
      throw new IllegalStateException("The process " + name + " has not been started.");
    }
    return process;
  }
}
