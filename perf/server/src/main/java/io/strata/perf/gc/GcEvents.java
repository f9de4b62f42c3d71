package io.strata.perf.gc;

import io.strata.perf.data.GcSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * The collections of a JVM with G1 or ZGC, from a Flight Recorder recording. Immutable.
 *
 * <p>A collection and its pauses are recorded when the collection ends, its beginning at once.
 * Check {@link #areWholeUntil} before use. A ZGC collection that begins before the recording and
 * ends after it is not seen.
 */
public final class GcEvents {
  /** Event at the end of a collection. */
  static final String COLLECTION = "jdk.GarbageCollection";

  /** Event for each pause, at the end of its collection. */
  static final String PAUSE = "jdk.GCPhasePause";

  /** Event at the beginning and at the end of a collection. */
  static final String HEAP = "jdk.GCHeapSummary";

  /** The cause of pauses whose collection is not in the recording. */
  private static final String UNKNOWN = "unknown";

  /** G1's concurrent marking cycle, which reclaims hardly anything. */
  private static final String MARKING = "G1Old";

  private static final double MEGABYTE = 1 << 20;

  private final List<RecordedEvent> pauses;
  private final List<RecordedEvent> begun;
  private final List<RecordedEvent> afterCollections;
  private final Map<Integer, String> causes = new HashMap<>();

  private GcEvents(List<RecordedEvent> events) {
    Map<Integer, String> names = new HashMap<>();
    named(COLLECTION, events)
        .forEach(
            each -> {
              causes.put(collection(each), each.getString("cause"));
              names.put(collection(each), each.getString("name"));
            });
    pauses = named(PAUSE, events).toList();
    begun = named(HEAP, events).filter(each -> each.getString("when").equals("Before GC")).toList();
    afterCollections =
        named(HEAP, events)
            .filter(each -> each.getString("when").equals("After GC"))
            .filter(each -> !MARKING.equals(names.get(collection(each))))
            .toList();
  }

  /**
   * Reads a recording.
   *
   * @throws IOException if the file is not a recording
   */
  public static GcEvents read(Path recording) throws IOException {
    return of(RecordingFile.readAllEvents(recording));
  }

  /** Selects the relevant events. */
  static GcEvents of(List<RecordedEvent> events) {
    return new GcEvents(events);
  }

  private static Stream<RecordedEvent> named(String name, List<RecordedEvent> events) {
    return events.stream().filter(each -> each.getEventType().getName().equals(name));
  }

  private static int collection(RecordedEvent event) {
    return event.getInt("gcId");
  }

  /**
   * Returns whether all collections that began before a time have ended.
   *
   * @param millis of the epoch
   */
  public boolean areWholeUntil(long millis) {
    return within(begun, 0, millis).allMatch(each -> causes.containsKey(collection(each)));
  }

  /**
   * Returns the collections of a period. A pause belongs to the period in which it begins.
   *
   * @param beginMillis of the epoch, inclusive
   * @param endMillis of the epoch, exclusive
   * @return no pauses, and NaN for the heap in use, if there is no collection in the period
   */
  public GcSummary between(long beginMillis, long endMillis) {
    if (beginMillis > endMillis) {
      throw new IllegalArgumentException(beginMillis + " is later than " + endMillis + ".");
    }
    List<RecordedEvent> paused = within(pauses, beginMillis, endMillis).toList();
    GcSummary.Cause all = sum(paused);
    return new GcSummary(
        all.pauses(),
        all.pausedMillis(),
        all.longestMillis(),
        paused.stream()
            .collect(
                Collectors.groupingBy(
                    this::cause,
                    TreeMap::new,
                    Collectors.collectingAndThen(Collectors.toList(), GcEvents::sum))),
        within(afterCollections, beginMillis, endMillis)
            .mapToDouble(each -> each.getLong("heapUsed") / MEGABYTE)
            .min()
            .orElse(Double.NaN));
  }

  private static Stream<RecordedEvent> within(
      List<RecordedEvent> events, long beginMillis, long endMillis) {
    Instant begin = Instant.ofEpochMilli(beginMillis);
    Instant end = Instant.ofEpochMilli(endMillis);
    return events.stream()
        .filter(each -> !each.getStartTime().isBefore(begin) && each.getStartTime().isBefore(end));
  }

  /** The two pauses of G1's marking cycle use their names as causes. */
  private String cause(RecordedEvent pause) {
    return switch (pause.getString("name")) {
      case "Pause Remark" -> "Remark";
      case "Pause Cleanup" -> "Cleanup";
      default -> causes.getOrDefault(collection(pause), UNKNOWN);
    };
  }

  private static GcSummary.Cause sum(List<RecordedEvent> pauses) {
    return new GcSummary.Cause(
        pauses.size(),
        pauses.stream().mapToDouble(GcEvents::millis).sum(),
        pauses.stream().mapToDouble(GcEvents::millis).max().orElse(0));
  }

  private static double millis(RecordedEvent event) {
    return event.getDuration().toNanos() / 1e6;
  }
}
