package io.strata.perf.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.BuildTree;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code ./strata demo}. */
class DemoIT {
  private static final long LIMIT_MINUTES = 20;
  private static final Pattern PAGE = Pattern.compile("http://\\S+/strata");
  private static final Pattern NUMBER = Pattern.compile("\\d[\\d,]*(\\.\\d+)?");

  /** For HBase's data and the lock, so that other runs on the machine do not interfere. */
  @TempDir Path temp;

  @TempDir Path outputs;

  private Path output;

  @Test
  void showsFiveDifferencesAndDeletesItsFiles() throws Exception {
    Process demo = start();
    // The script becomes the demo's process, whose id is in the names of its folders.
    String prefix = "strata-" + demo.pid() + "-";

    String page = page(demo);
    assertThat(get(page + "/data.json")).contains("\"tiers\"");
    assertThat(folders(Path.of("/dev/shm"), prefix)).hasSize(1);
    assertThat(folders(temp, prefix)).hasSize(1);

    assertThat(demo.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)).isTrue();

    System.out.println(Files.readString(output));
    assertThat(demo.exitValue()).as(Files.readString(output)).isZero();
    assertThat(folders(Path.of("/dev/shm"), prefix)).isEmpty();
    assertThat(folders(temp, prefix)).isEmpty();

    double[] scan = numbers("Hot reads that hit during the scan and after it");
    assertThat(scan[2]).as("Strata, during").isGreaterThanOrEqualTo(95);
    assertThat(scan[3]).as("Strata, after").isGreaterThanOrEqualTo(95);
    assertThat(scan[1]).as("BucketCache, after").isLessThan(scan[3]);
    double[] restart = numbers("First reads of cached rows that hit after the restart");
    assertThat(restart[0]).as("BucketCache").isLessThanOrEqualTo(30);
    assertThat(restart[1]).as("Strata").isGreaterThanOrEqualTo(90);
    double[] burst = numbers("Flushed blocks that the cache dropped");
    assertThat(burst[0]).as("dropped by BucketCache").isPositive();
    assertThat(burst[2]).as("dropped by Strata").isZero();
    double[] awkward = numbers("Used share of the cache of 192 MB");
    assertThat(awkward[0]).as("BucketCache").isLessThan(awkward[1]);
    assertThat(Files.readString(output))
        .contains("Where Strata does not win")
        .doesNotContain("In this run Strata was not better.");
  }

  /** By SIGTERM, since a process whose parent ignores SIGINT ignores it, too; both end the same. */
  @Test
  void stopsItsServersAndDeletesItsFilesWhenItIsStopped() throws Exception {
    Process demo = start("--stay");
    String prefix = "strata-" + demo.pid() + "-";
    page(demo);
    List<ProcessHandle> servers = demo.descendants().toList();
    assertThat(servers).hasSizeGreaterThanOrEqualTo(3);
    assertThat(folders(Path.of("/dev/shm"), prefix)).hasSize(1);

    demo.destroy();

    assertThat(demo.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)).isTrue();
    assertThat(servers).noneMatch(ProcessHandle::isAlive);
    assertThat(folders(Path.of("/dev/shm"), prefix)).isEmpty();
    assertThat(folders(temp, prefix)).isEmpty();
  }

  private Process start(String... options) throws IOException {
    output = outputs.resolve("output");
    List<String> command = new ArrayList<>();
    command.add(BuildTree.root().resolve("strata").toString());
    command.add("demo");
    command.addAll(List.of(options));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("TMPDIR", temp.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    // The demo as a newcomer runs it, with the optimizing compiler.
    builder.environment().remove("JDK_JAVA_OPTIONS");
    return builder.start();
  }

  /** Waits until the demo has printed the URL of Strata's page. */
  private String page(Process demo) throws Exception {
    while (true) {
      List<String> pages =
          PAGE.matcher(Files.readString(output)).results().map(MatchResult::group).toList();
      if (!pages.isEmpty()) {
        return pages.get(0);
      }
      assertThat(demo.isAlive()).as(Files.readString(output)).isTrue();
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }

  private static String get(String address) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
        .body();
  }

  /** Returns the demo's folders. */
  private static List<Path> folders(Path parent, String prefix) throws IOException {
    try (Stream<Path> all = Files.list(parent)) {
      return all.filter(each -> each.getFileName().toString().startsWith(prefix)).toList();
    }
  }

  /** Returns the numbers of a result, BucketCache's first. */
  private double[] numbers(String measure) throws IOException {
    String line =
        Files.readAllLines(output).stream()
            .filter(each -> each.strip().startsWith(measure + ": "))
            .findFirst()
            .orElseThrow();
    DoubleStream numbers =
        NUMBER
            .matcher(line.strip().substring(measure.length()))
            .results()
            .mapToDouble(each -> Double.parseDouble(each.group().replace(",", "")));
    return numbers.toArray();
  }
}
