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

/** A JVM of a cluster. Restarts keep its ports and its log file. Thread-safe. */
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

  /** Returns the name, for messages and the log file. */
  public String name() {
    return name;
  }

  /** Returns the file of all that the process has logged and printed, over all restarts. */
  public Path logFile() {
    return logFile;
  }

  /** Returns the port of {@link #jmxUrl()}. */
  public int jmxPort() {
    return jmxPort;
  }

  /**
   * Returns the URL of the process's MBeans for {@link
   * javax.management.remote.JMXConnectorFactory}.
   */
  public String jmxUrl() {
    return "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + jmxPort + "/jmxrmi";
  }

  /** Returns the loopback port of the web pages. ZooKeeper has none. */
  public int uiPort() {
    if (uiPort == 0) {
      throw new IllegalStateException("The process " + name + " has no web pages.");
    }
    return uiPort;
  }

  /** Returns the id of the last started process. */
  public long pid() {
    return started().pid();
  }

  public synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Returns the time of the last start, in milliseconds of the epoch. */
  synchronized long startedAt() {
    return startedAt;
  }

  synchronized void command(@Nullable ClassArchive newClasses, List<String> newCommand) {
    classes = newClasses;
    command = List.copyOf(newCommand);
  }

  /** Makes the running process write its class archive, if there is none. */
  synchronized void writeClassArchive() {
    if (classes != null) {
      classes.write(pid());
    }
  }

  /**
   * Starts or restarts the process, without waiting until it is ready.
   *
   * @throws IllegalStateException if it is running
   */
  synchronized void launch() {
    if (isAlive()) {
      throw new IllegalStateException("The process " + name + " is running. Stop it first.");
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

  /** Kills the process with SIGKILL and waits until it has ended. */
  public void killHard() {
    Process running = started();
    running.destroyForcibly();
    running.onExit().join();
  }

  /** Stops the process; kills it if it does not end within two minutes. */
  public void stopGracefully() {
    started().destroy();
    if (!awaitExit(GRACE)) {
      killHard();
    }
  }

  /** Waits until the process ends, and returns whether it did within the limit. */
  public boolean awaitExit(Duration limit) {
    try {
      return started().waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while " + name + " was stopping.", e);
    }
  }

  /**
   * Returns the exit code.
   *
   * @throws IllegalThreadStateException if it is running
   */
  public int exitCode() {
    return started().exitValue();
  }

  /** Returns the end of the log file, for messages. */
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
