package io.strata.perf.ycsb;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.JavaCommand;
import io.strata.perf.common.BenchException;
import io.strata.perf.common.JvmFork;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.apache.htrace.core.Tracer;
import site.ycsb.Client;

/**
 * YCSB's main program in a JVM of its own, since it ends with {@code System.exit}, usually with
 * status 0 whatever happened. All its files are in one folder.
 */
final class YcsbClient {
  /** Length of YCSB's intervals, from one status line to the next. */
  static final Duration INTERVAL = Duration.ofSeconds(1);

  /** Extra time for connecting and for requests to a server in trouble. */
  private static final Duration GRACE = Duration.ofMinutes(5);

  private static final List<Class<?>> OURS =
      List.of(
          HBaseBinding.class, BenchException.class, Client.class, Tracer.class, Histogram.class);
  private static final String HEAP = "-Xmx1g";
  private static final String SUMMARY = "summary.txt";
  private static final int TAIL_LINES = 3;

  private final Path folder;

  /**
   * @param folder created if missing; files of earlier runs are overwritten
   */
  YcsbClient(Path folder) {
    this.folder = folder.toAbsolutePath();
  }

  /** Returns the interval log of a measurement, in microseconds. */
  Path log(String measured) {
    return folder.resolve(measured + ".hdr");
  }

  /**
   * Runs the program.
   *
   * @param properties in addition to those for the location and form of the measurements
   * @param threads number of client threads
   * @param limit time after which, plus some minutes, the program is killed
   * @throws BenchException if it was killed, wrote no summary, or an operation failed
   */
  YcsbSummary run(Map<String, String> properties, int threads, Duration limit)
      throws BenchException, IOException, InterruptedException {
    Files.createDirectories(folder);
    Files.deleteIfExists(folder.resolve(SUMMARY));
    Path file = folder.resolve("workload.properties");
    write(properties, threads, file);
    start(List.of("-P", file.toString()), limit.plus(GRACE));
    if (!Files.exists(folder.resolve(SUMMARY))) {
      throw new BenchException("YCSB ended without a summary: " + tail());
    }
    YcsbSummary summary = YcsbSummary.parse(Files.readAllLines(folder.resolve(SUMMARY), UTF_8));
    try {
      summary.requireClean(threads);
    } catch (BenchException e) {
      throw new BenchException(e.getMessage() + " Its files are in " + folder + ".", e);
    }
    return summary;
  }

  private void write(Map<String, String> properties, int threads, Path file) throws IOException {
    Properties all = new Properties();
    all.putAll(properties);
    all.setProperty("threadcount", Integer.toString(threads));
    all.putAll(
        Map.of(
            "db",
            HBaseBinding.class.getName(),
            "workload",
            HBaseWorkload.class.getName(),
            "exportfile",
            folder.resolve(SUMMARY).toString(),
            "measurementtype",
            "hdrhistogram",
            "measurement.interval",
            "intended",
            "hdrhistogram.fileoutput",
            "true",
            "hdrhistogram.output.path",
            folder + "/",
            "hdrhistogram.percentiles",
            "50,95,99,99.9",
            "status",
            "true",
            "status.interval",
            Long.toString(INTERVAL.toSeconds())));
    try (var out = Files.newBufferedWriter(file, UTF_8)) {
      all.store(out, null);
    }
  }

  private void start(List<String> arguments, Duration limit)
      throws BenchException, IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command(arguments))
            .redirectOutput(folder.resolve("ycsb.out").toFile())
            .redirectError(folder.resolve("ycsb.err").toFile());
    OptionalInt status = JvmFork.run(builder, limit);
    if (status.isEmpty()) {
      throw new BenchException(
          "YCSB was still running after " + limit.toMinutes() + " minutes: " + tail());
    }
    if (status.getAsInt() != 0) {
      throw new BenchException("YCSB ended with status " + status.getAsInt() + ": " + tail());
    }
  }

  private List<String> command(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(JavaCommand.java());
    command.addAll(JavaCommand.hbaseOptions());
    command.add(HEAP);
    command.add("-Duser.language=en");
    command.add("-Dlog4j2.configurationFile=strata-bench-log4j2.properties");
    command.addAll(List.of("-cp", JavaCommand.classPath(classPath())));
    command.add(Client.class.getName());
    command.addAll(arguments);
    return command;
  }

  /** This JVM's locations of the libraries that HBase does not have come first. */
  private static List<Path> classPath() {
    Stream<Path> ours = OURS.stream().map(YcsbClient::location);
    return Stream.concat(ours, HBaseDistribution.V2_6_4.clientClassPath().stream()).toList();
  }

  private static Path location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("There is no path to " + type + ".", e);
    }
  }

  /** Returns its last lines on standard error, for a message. */
  private String tail() throws IOException {
    Path errors = folder.resolve("ycsb.err");
    List<String> lines =
        Files.readAllLines(errors, UTF_8).stream()
            .filter(line -> !line.isBlank() && !line.startsWith("\t")) // no stack frames
            .toList();
    List<String> last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
    return String.join(" | ", last) + " (see " + errors + ")";
  }
}
