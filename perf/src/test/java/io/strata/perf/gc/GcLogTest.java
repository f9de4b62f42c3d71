package io.strata.perf.gc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strata.perf.data.GcSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs of real JVMs, beside what those said of themselves. */
class GcLogTest {
  private static final int MEGABYTES = 1_000;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSZ", Locale.ROOT);

  @TempDir private static Path folder;

  private static Path g1;
  private static Map<String, Long> g1Said;
  private static Path zgc;
  private static Map<String, Long> zgcSaid;

  @BeforeAll
  static void runBoth() throws Exception {
    g1 = folder.resolve("g1.log");
    g1Said =
        ForkedJvm.run(
            List.of(
                "-XX:+UseG1GC", "-Xmx96m", "-XX:+ExplicitGCInvokesConcurrent", GcLog.jvmArgs(g1)),
            MEGABYTES);
    zgc = folder.resolve("zgc.log");
    zgcSaid = ForkedJvm.run(List.of("-XX:+UseZGC", "-Xmx256m", GcLog.jvmArgs(zgc)), MEGABYTES);
  }

  @Test
  void tellsThePausesOfG1() throws IOException {
    GcSummary all = whole(g1);
    GcSummary.Cause remark = all.byCause().get("Remark");
    GcSummary.Cause cleanup = all.byCause().get("Cleanup");
    assertThat(all.pauses()).isEqualTo(lines(g1, "Pause (Young|Full|Remark|Cleanup).*->.*ms"));
    assertThat(remark.pauses()).isPositive().isEqualTo(lines(g1, "Pause Remark.*ms"));
    assertThat(cleanup.pauses()).isPositive().isEqualTo(lines(g1, "Pause Cleanup.*ms"));
    // The MBeans of JDK 17 do not count these two.
    assertThat(all.pauses() - remark.pauses() - cleanup.pauses())
        .isGreaterThan(5)
        .isEqualTo((int) said(g1Said, "G1", "count"));
    double[] collections = pauses(g1, "Pause (?:Young|Full).* (\\d+\\.\\d+)ms");
    double[] others = pauses(g1, "Pause (?:Remark|Cleanup).* (\\d+\\.\\d+)ms");
    double collected = DoubleStream.of(collections).sum();
    double longest = DoubleStream.of(collections).max().orElseThrow();
    assertThat(all.pausedMillis())
        .isCloseTo(collected + DoubleStream.of(others).sum(), within(1e-6));
    assertThat(all.longestMillis())
        .isEqualTo(Math.max(longest, DoubleStream.of(others).max().orElseThrow()));
    // The MBeans' clocks start later and stop earlier; a busy machine stretches what is between.
    assertThat(said(g1Said, "G1", "millis")).isBetween(0.3 * collected - 20, 1.1 * collected + 20);
    assertThat((double) g1Said.get("longest")).isBetween(0.3 * longest - 5, 1.1 * longest + 5);
  }

  @Test
  void tellsCauses() throws IOException {
    Map<String, GcSummary.Cause> causes = whole(g1).byCause();
    assertThat(causes).containsKey("G1 Evacuation Pause");
    assertThat(causes.get("System.gc()").pauses()).isEqualTo(3);
    assertThat(causes.get("Heap Inspection Initiated GC").pauses()).isEqualTo(1);
    assertThat(whole(zgc).byCause().get("System.gc()").pauses()).isEqualTo(3 * 3);
    for (GcSummary summary : List.of(whole(g1), whole(zgc))) {
      assertThat(summary.byCause().values().stream().mapToInt(GcSummary.Cause::pauses).sum())
          .isEqualTo(summary.pauses());
      assertThat(
              summary.byCause().values().stream().mapToDouble(GcSummary.Cause::pausedMillis).sum())
          .isCloseTo(summary.pausedMillis(), within(1e-6));
      assertThat(
              summary.byCause().values().stream().mapToDouble(GcSummary.Cause::longestMillis).max())
          .hasValue(summary.longestMillis());
    }
  }

  @Test
  void tellsThePausesOfZgcApartFromItsWork() throws IOException {
    GcSummary all = GcLog.read(zgc).between(0, zgcSaid.get("counted"));
    assertThat(all.pauses())
        .isGreaterThan(10)
        .isEqualTo(zgcSaid.get("ZGC Pauses count").intValue());
    double cycles = zgcSaid.get("ZGC Cycles millis");
    assertThat(all.pausedMillis()).isPositive().isLessThan(0.5 * cycles);
    assertThat(all.concurrentMillis()).isBetween(0.4 * cycles, cycles + 5);
  }

  @Test
  void tellsWhatWasAllocatedAndWhatWasLive() throws IOException {
    for (Map.Entry<Path, Map<String, Long>> each : Map.of(g1, g1Said, zgc, zgcSaid).entrySet()) {
      long begin = each.getValue().get("begin");
      long end = each.getValue().get("end");
      GcSummary load = GcLog.read(each.getKey()).between(begin, end);
      double allocated = each.getValue().get("allocated") / (double) (1 << 20);
      assertThat(load.allocatedMegabytes())
          .as(each.getKey().toString())
          .isCloseTo(allocated, Percentage.withPercentage(each.getKey().equals(g1) ? 5 : 12));
      assertThat(load.byCause()).doesNotContainKey("System.gc()");
      assertThat(load.liveMegabytes()).isBetween(25.0, each.getKey().equals(g1) ? 50.0 : 200.0);
    }
  }

  @Test
  void leavesPausesOutOfConcurrentWork() throws IOException {
    GcSummary all = whole(g1);
    double cycles = 0;
    Matcher cycle =
        Pattern.compile("Concurrent (?:Mark|Undo) Cycle (\\d+\\.\\d+)ms").matcher(text(g1));
    while (cycle.find()) {
      cycles += Double.parseDouble(cycle.group(1));
    }
    double within =
        all.byCause().get("Remark").pausedMillis() + all.byCause().get("Cleanup").pausedMillis();
    assertThat(all.concurrentMillis()).isPositive().isLessThan(cycles - 0.9 * within);
  }

  @Test
  void partsOfATimeAddUpToIt() throws IOException {
    for (Path file : List.of(g1, zgc)) {
      GcLog log = GcLog.read(file);
      Map<String, Long> said = file.equals(g1) ? g1Said : zgcSaid;
      long begin = said.get("begin");
      long end = begin + (said.get("end") - begin) / 10 * 10;
      GcSummary all = log.between(begin, end);
      int pauses = 0;
      double concurrent = 0;
      double allocated = 0;
      for (long part = begin; part < end; part += 10) {
        GcSummary summary = log.between(part, part + 10);
        pauses += summary.pauses();
        concurrent += summary.concurrentMillis();
        allocated += summary.allocatedMegabytes();
      }
      assertThat(pauses).isPositive().isEqualTo(all.pauses());
      assertThat(concurrent).isCloseTo(all.concurrentMillis(), within(0.1));
      assertThat(allocated).isCloseTo(all.allocatedMegabytes(), within(1.0));
    }
  }

  @Test
  void aTimeWithoutCollectionsHasNoPauses() throws IOException {
    for (long time : new long[] {0, g1Said.get("end") + 86_400_000}) {
      GcSummary none = GcLog.read(g1).between(time, time + 60_000);
      assertThat(none).isEqualTo(new GcSummary(0, 0, 0, Map.of(), 0, 0, Double.NaN));
    }
  }

  @Test
  void aLogThatIsBeingWrittenIsReadUpToItsLastWholeLine() throws IOException {
    for (Path file : List.of(g1, zgc)) {
      String text = text(file);
      int end = text.lastIndexOf("GC(5) ");
      for (int line = text.indexOf("GC(5) "); line < end; line = text.indexOf('\n', line) + 1) {
        int next = text.indexOf('\n', line) + 1;
        GcSummary without = cut(text, line);
        GcSummary with = cut(text, next);
        for (int length : new int[] {(line + next) / 2, next - 3, next - 2, next - 1}) {
          assertThat(cut(text, length)).isIn(without, with);
        }
        assertThat(with.pauses()).isBetween(without.pauses(), without.pauses() + 1);
      }
      assertThat(cut(text, text.length() - 1)).isEqualTo(whole(file));
    }
  }

  private static GcSummary cut(String text, int length) throws IOException {
    return whole(Files.writeString(folder.resolve("cut.log"), text.substring(0, length), UTF_8));
  }

  @Test
  void takesTheServerToGoOnUntilTheNextCollection() throws IOException {
    String text = text(g1);
    int end = text.indexOf("ms\n", text.indexOf("Pause Young", text.length() / 2)) + 3;
    Path file = Files.writeString(folder.resolve("half.log"), text.substring(0, end), UTF_8);
    List<Long> times = times(file, "Pause (Young|Full).*->");
    long last = times.get(times.size() - 1);
    long before = times.get(times.size() - 2);
    GcLog log = GcLog.read(file);
    double expected = log.between(before, last).allocatedMegabytes();
    assertThat(expected).isPositive();
    assertThat(log.between(last, last + 86_400_000).allocatedMegabytes())
        .isCloseTo(expected, within(0.01));
  }

  @Test
  void takesTheHeapToGrowEvenlyBetweenCollections() throws IOException {
    List<Long> times = times(g1, "Pause .*->");
    GcLog log = GcLog.read(g1);
    int most = 1;
    for (int i = 2; i < times.size(); i++) {
      double grown = log.between(times.get(i - 1), times.get(i)).allocatedMegabytes();
      double before = log.between(times.get(most - 1), times.get(most)).allocatedMegabytes();
      most = grown > before ? i : most;
    }
    // Up to the pause that ends it, which the log may put one millisecond too early.
    long begin = times.get(most - 1);
    long pause = 0;
    while (log.between(begin + pause, begin + pause + 1).pauses() == 0) {
      pause++;
    }
    double all = log.between(begin, begin + pause).allocatedMegabytes();
    for (long part = 1; part < pause; part++) {
      assertThat(log.between(begin, begin + part).allocatedMegabytes())
          .isCloseTo(all * part / pause, within(0.05 * all));
    }
    assertThat(all).isGreaterThan(5);
    assertThat(pause).isGreaterThan(1);
  }

  @Test
  void countsWhatTheHeapGrewByFromEachPauseToTheNext() throws IOException {
    Matcher pause = Pattern.compile("Pause (\\w+).* (\\d+)M->(\\d+)M").matcher(text(g1));
    int allocated = 0;
    int inUse = 0;
    int takenBackBetweenCollections = 0;
    while (pause.find()) {
      int before = Integer.parseInt(pause.group(2));
      allocated += before - inUse;
      inUse = Integer.parseInt(pause.group(3));
      if (pause.group(1).equals("Remark") || pause.group(1).equals("Cleanup")) {
        takenBackBetweenCollections += before - inUse;
      }
    }
    assertThat(takenBackBetweenCollections).isGreaterThan(5);
    List<Long> times = times(g1, "Pause .*->");
    assertThat(GcLog.read(g1).between(0, times.get(times.size() - 1)).allocatedMegabytes())
        .isCloseTo(allocated, within(2.0));
  }

  private static List<Long> times(Path file, String pattern) throws IOException {
    return Pattern.compile("(?m)^\\[([^]]*)\\].*" + pattern)
        .matcher(text(file))
        .results()
        .map(line -> OffsetDateTime.parse(line.group(1), TIME).toInstant().toEpochMilli())
        .toList();
  }

  @Test
  void saysWhatAFileLacksAndHowToMendIt() throws IOException, InterruptedException {
    refused("Something else.\n", "is no GC log with absolute times");
    refused("", "is no GC log with absolute times");
    refused(text(g1).replaceAll("(?m)^\\[[^]]*\\]", ""), "is no GC log with absolute times");
    refused(text(zgc).replaceAll("(?m)^.*\\[gc,.*\n", ""), "is no GC log with all lines of gc*");
    Path serial = folder.resolve("serial.log");
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                GcLog.jvmArgs(serial),
                "-version")
            .redirectErrorStream(true)
            .start();
    assertThat(other.waitFor()).isZero();
    assertThatThrownBy(() -> GcLog.read(serial))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("serial.log is the GC log of a collector other than G1 and ZGC")
        .hasMessageContaining("-XX:+UseG1GC");
  }

  @Test
  void refusesAPauseThatItDoesNotUnderstand() throws IOException {
    Path odd = folder.resolve("odd.log");
    for (Path file : List.of(g1, zgc)) {
      Files.writeString(odd, text(file).replaceAll("Pause (Young|Mark End)", "Pause Odd"), UTF_8);
      assertThatThrownBy(() -> GcLog.read(odd))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Pause Odd");
    }
  }

  @Test
  void understandsAFailureAsLaterJdksTellIt() throws IOException {
    Path later = folder.resolve("later.log");
    String pause = "(G1 Evacuation Pause) ";
    String failure = pause + "(Evacuation Failure: Allocation) ";
    Files.writeString(later, text(g1).replace(pause, failure), UTF_8);
    assertThat(whole(later)).isEqualTo(whole(g1));
  }

  private static void refused(String text, String message) throws IOException {
    Path file = Files.writeString(folder.resolve("other.log"), text, UTF_8);
    assertThatThrownBy(() -> GcLog.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("other.log " + message)
        .hasMessageContaining(GcLog.jvmArgs(file));
  }

  private static GcSummary whole(Path file) throws IOException {
    return GcLog.read(file).between(0, Long.MAX_VALUE);
  }

  private static double said(Map<String, Long> said, String collector, String what) {
    return said.entrySet().stream()
        .filter(each -> each.getKey().startsWith(collector) && each.getKey().endsWith(what))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private static double[] pauses(Path file, String pattern) throws IOException {
    return Pattern.compile(pattern)
        .matcher(text(file))
        .results()
        .mapToDouble(line -> Double.parseDouble(line.group(1)))
        .toArray();
  }

  private static int lines(Path file, String pattern) throws IOException {
    return (int) Pattern.compile(pattern).matcher(text(file)).results().count();
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, UTF_8);
  }
}
