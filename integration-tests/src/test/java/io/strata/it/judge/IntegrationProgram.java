package io.strata.it.judge;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.JavaCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A run of one of HBase's integration test programs against a cluster, in a JVM of its own, which
 * also runs its MapReduce jobs.
 */
final class IntegrationProgram implements AutoCloseable {
  private static final String MONKEY = "io.strata.judge.integration.RegionMonkey";

  /**
   * With pauses of 20 s at most, more than five minutes. A server says for two minutes where a
   * region has moved, although it has been split since. If two servers name each other, a client
   * asks them in turn and not the meta table, and HBase's 16 tries are used up within that time.
   */
  private static final int RETRIES = 30;

  /** Of a log's line; a refused connection is what a killed server leaves. */
  private static final Pattern ERROR =
      Pattern.compile(" (ERROR|FATAL) |(Exception|Error)\\b(?!.*Connection refused)");

  private static final int SHOWN_ERRORS = 40;

  private final Process process;
  private final Path log;

  private IntegrationProgram(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts a program.
   *
   * @param version of the cluster
   * @param mainClass with its package
   * @param folder for all its files; is created
   * @param arguments after the common options of these programs
   */
  static IntegrationProgram start(
      HBaseCluster cluster,
      HBaseDistribution version,
      String mainClass,
      Path folder,
      List<String> arguments)
      throws IOException {
    Files.createDirectories(folder);
    List<String> command = new ArrayList<>();
    command.add(JavaCommand.java());
    command.addAll(JavaCommand.hbaseOptions());
    command.addAll(List.of("-Xmx768m", JavaCommand.QUICK_COMPILER));
    command.addAll(List.of("-cp", classPath(cluster, version)));
    command.add(mainClass);
    command.add("-Dhadoop.tmp.dir=" + folder.resolve("hadoop"));
    command.add("-Dhbase.client.retries.number=" + RETRIES);
    command.addAll(arguments);
    Path log = folder.resolve("log.txt");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    return new IntegrationProgram(process, log);
  }

  /** Returns options that make HBase's chaos monkey change regions in these intervals. */
  static List<String> withMonkey(Duration frequent, Duration rare) {
    return List.of(
        "-Dsdm.action1.period=" + frequent.toMillis(),
        "-Dsdm.action2.period=" + rare.toMillis(),
        "-m",
        MONKEY,
        // It would restart stopped processes over ssh.
        "-ncc");
  }

  private static String classPath(HBaseCluster cluster, HBaseDistribution version) {
    // Of 2.6, only the programs of 2.6.1 are available.
    String programs = version == HBaseDistribution.V2_5_13 ? "2.5.13" : "2.6.1";
    return String.join(
        ":",
        cluster.clientConfDir().toString(),
        OwnTestRun.runner().toString(),
        OwnTestRun.classPathOf("hbase-it/" + programs));
  }

  /** Waits until it ends, and returns whether it did within the limit. */
  boolean awaitExit(Duration limit) throws InterruptedException {
    return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Returns the exit code; 0 if it found no error. */
  int exitCode() {
    return process.exitValue();
  }

  Path log() {
    return log;
  }

  /** Returns the log's last lines that speak of errors, of a program that has ended. */
  String errors() {
    try (Stream<String> lines = Files.lines(log)) {
      List<String> all = lines.filter(line -> ERROR.matcher(line).find()).toList();
      return String.join("\n", all.subList(Math.max(0, all.size() - SHOWN_ERRORS), all.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills it if it is running. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
