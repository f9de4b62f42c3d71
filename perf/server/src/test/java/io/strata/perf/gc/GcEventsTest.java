package io.strata.perf.gc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strata.perf.data.GcSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares recordings of real JVMs with their GC logs and MBeans. */
class GcEventsTest {
  private static final int MEGABYTES = 1_000;
  private static final Pattern G1_PAUSE =
      Pattern.compile(
          "\\[(\\d+)ms\\] GC\\(\\d+\\) Pause (?:(?:Young|Full) .*?\\(([^()]+(?:\\(\\))?)\\)|(Remark|Cleanup)) (\\d+)M->(\\d+)M.* (\\d+\\.\\d+)ms\n");
  private static final Pattern ZGC_PAUSE =
      Pattern.compile("\\[(\\d+)ms\\] GC\\(\\d+\\) Pause (?:Mark|Relocate) \\w+ (\\d+\\.\\d+)ms\n");

  @TempDir private static Path folder;

  private static JvmRun g1 = new JvmRun(Path.of(""), Path.of(""), Map.of());
  private static JvmRun zgc = g1;

  private record JvmRun(Path recording, Path log, Map<String, Long> figures) {
    static JvmRun of(String name, String... options) throws Exception {
      Path recording = folder.resolve(name + ".jfr");
      Path log = folder.resolve(name + ".log");
      List<String> all = new ArrayList<>(List.of(options));
      all.add("-Xlog:gc*:file=" + log + ":timemillis:filecount=0");
      // The recorder otherwise prints that it has started.
      all.add("-Xlog:jfr+startup=error");
      all.add("-XX:StartFlightRecording:dumponexit=true,filename=" + recording);
      return new JvmRun(recording, log, ForkedJvm.run(all, MEGABYTES));
    }

    GcSummary whole() throws IOException {
      return GcEvents.read(recording).between(figures.get("started"), figures.get("counted"));
    }

    List<MatchResult> lines(Pattern pattern) throws IOException {
      // The recorder starts after the first collections.
      return pattern
          .matcher(Files.readString(log, UTF_8))
          .results()
          .filter(line -> isCounted(Long.parseLong(line.group(1))))
          .toList();
    }

    private boolean isCounted(long millis) {
      return figures.get("started") <= millis && millis < figures.get("counted");
    }
  }

  @BeforeAll
  static void runBoth() throws Exception {
    g1 = JvmRun.of("g1", "-XX:+UseG1GC", "-Xmx96m", "-XX:+ExplicitGCInvokesConcurrent");
    zgc = JvmRun.of("zgc", "-XX:+UseZGC", "-Xmx256m");
  }

  @Test
  void pausesOfG1MatchItsLogByCause() throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    Map<String, Double> paused = new TreeMap<>();
    for (MatchResult line : g1.lines(G1_PAUSE)) {
      String cause = line.group(2) == null ? line.group(3) : line.group(2);
      counts.merge(cause, 1, Integer::sum);
      paused.merge(cause, Double.parseDouble(line.group(6)), Double::sum);
    }
    Map<String, GcSummary.Cause> causes = g1.whole().byCause();
    assertThat(causes).containsOnlyKeys(counts.keySet());
    assertThat(counts)
        .containsKeys("G1 Evacuation Pause", "Remark", "Cleanup")
        .containsEntry("System.gc()", 3)
        .containsEntry("Heap Inspection Initiated GC", 1);
    causes.forEach(
        (cause, recorded) -> {
          assertThat(recorded.pauses()).as(cause).isEqualTo(counts.get(cause));
          // The log's clock starts before the recorder's and stops after it.
          assertThat(recorded.pausedMillis()).isPositive();
          assertThat(recorded.pausedMillis())
              .as(cause)
              .isLessThanOrEqualTo(paused.getOrDefault(cause, 0.0) + 0.001 * recorded.pauses());
        });
  }

  @Test
  void pausesOfZgcMatchItsLogWithoutCycles() throws IOException {
    GcSummary all = zgc.whole();
    assertThat(all.pauses()).isGreaterThan(10).isEqualTo(zgc.lines(ZGC_PAUSE).size());
    assertThat(all.byCause().get("System.gc()").pauses()).isEqualTo(3 * 3);
    assertThat(all.pausedMillis())
        .isPositive()
        .isLessThan(0.5 * zgc.figures().get("ZGC Cycles millis"));
  }

  @Test
  void causesAddUpToAllPauses() throws IOException {
    for (GcSummary summary : List.of(g1.whole(), zgc.whole())) {
      Map<String, GcSummary.Cause> causes = summary.byCause();
      assertThat(causes.values().stream().mapToInt(GcSummary.Cause::pauses).sum())
          .isEqualTo(summary.pauses());
      assertThat(causes.values().stream().mapToDouble(GcSummary.Cause::pausedMillis).sum())
          .isCloseTo(summary.pausedMillis(), within(1e-6));
      assertThat(causes.values().stream().mapToDouble(GcSummary.Cause::longestMillis).max())
          .hasValue(summary.longestMillis());
      assertThat(summary.longestMillis()).isGreaterThan(summary.pausedMillis() / summary.pauses());
    }
  }

  @Test
  void heapInUseIsTheMinimumAfterACollection() throws IOException {
    long min =
        g1.lines(G1_PAUSE).stream()
            .filter(line -> line.group(2) != null)
            .mapToLong(line -> Long.parseLong(line.group(5)))
            .min()
            .orElseThrow();
    assertThat(g1.whole().liveMegabytes()).isBetween(min - 1.0, min + 1.0);
    for (JvmRun run : List.of(g1, zgc)) {
      GcSummary load =
          GcEvents.read(run.recording())
              .between(run.figures().get("begin"), run.figures().get("end"));
      assertThat(load.byCause()).doesNotContainKey("System.gc()");
      assertThat(load.liveMegabytes()).isBetween(25.0, run.equals(g1) ? 50.0 : 200.0);
    }
  }

  @Test
  void pausesOfSubperiodsAddUp() throws IOException {
    for (JvmRun run : List.of(g1, zgc)) {
      GcEvents events = GcEvents.read(run.recording());
      long begin = run.figures().get("begin");
      long end = begin + (run.figures().get("end") - begin) / 10 * 10;
      int pauses = 0;
      for (long part = begin; part < end; part += 10) {
        pauses += events.between(part, part + 10).pauses();
      }
      assertThat(pauses).isPositive().isEqualTo(events.between(begin, end).pauses());
    }
  }

  @Test
  void timeWithoutCollectionsHasNoPauses() throws IOException {
    GcEvents events = GcEvents.read(g1.recording());
    for (long time : new long[] {0, g1.figures().get("end") + 86_400_000}) {
      assertThat(events.between(time, time + 60_000))
          .isEqualTo(new GcSummary(0, 0, 0, Map.of(), Double.NaN));
    }
    assertThatThrownBy(() -> events.between(2, 1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void recordingIsNotWholeWhileACollectionRuns() throws IOException {
    for (JvmRun run : List.of(g1, zgc)) {
      List<RecordedEvent> events = eventsOfEndedCollections(run.recording());
      RecordedEvent last =
          events.stream()
              .filter(each -> each.getEventType().getName().equals(GcEvents.COLLECTION))
              .max(Comparator.comparing(RecordedEvent::getStartTime))
              .orElseThrow();
      long begin = last.getStartTime().toEpochMilli();
      assertThat(GcEvents.of(events).areWholeUntil(Long.MAX_VALUE)).isTrue();
      // Before its end, only its beginning is recorded.
      GcEvents running =
          GcEvents.of(
              events.stream()
                  .filter(
                      each ->
                          !each.hasField("gcId")
                              || each.getInt("gcId") != last.getInt("gcId")
                              || isBegin(each))
                  .toList());
      assertThat(running.areWholeUntil(Long.MAX_VALUE)).isFalse();
      assertThat(running.areWholeUntil(begin)).isTrue();
    }
  }

  /** On a busy machine a concurrent collection may still run when the JVM ends. */
  private static List<RecordedEvent> eventsOfEndedCollections(Path recording) throws IOException {
    List<RecordedEvent> events = RecordingFile.readAllEvents(recording);
    Set<Integer> ended =
        events.stream()
            .filter(each -> each.getEventType().getName().equals(GcEvents.COLLECTION))
            .map(each -> each.getInt("gcId"))
            .collect(Collectors.toSet());
    return events.stream()
        .filter(each -> !each.hasField("gcId") || ended.contains(each.getInt("gcId")))
        .toList();
  }

  private static boolean isBegin(RecordedEvent event) {
    return event.hasField("when") && event.getString("when").equals("Before GC");
  }

  @Test
  void otherFileIsRejected() throws IOException {
    Path other = Files.writeString(folder.resolve("other.jfr"), "Something else.");
    assertThatThrownBy(() -> GcEvents.read(other)).isInstanceOf(IOException.class);
  }
}
