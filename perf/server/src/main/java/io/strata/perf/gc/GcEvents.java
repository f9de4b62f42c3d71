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
 * The collections of a JVM with G1 or ZGC, from a recording of its Flight Recorder. Immutable.
 *
 * <p>What a collection did is recorded when it ends, its pauses too; that it began, at once. So a
 * recording is to be whole before it is asked. A collection of ZGC that lasts from before the
 * recording to after it is not seen.
 */
public final class GcEvents {
  /** One for each collection, when it ends. */
  static final String COLLECTION = "jdk.GarbageCollection";

  /** One for each time that the server is stopped, when the collection ends. */
  static final String PAUSE = "jdk.GCPhasePause";

  /** Two for each collection, when it begins and when it ends. */
  static final String HEAP = "jdk.GCHeapSummary";

  /** The cause of a pause whose collection is not in the recording. */
  private static final String UNKNOWN = "unknown";

  /** G1's cycle of marking: it takes back hardly anything. */
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
   * @throws IOException if the file is no recording
   */
  public static GcEvents read(Path recording) throws IOException {
    return of(RecordingFile.readAllEvents(recording));
  }

  /** Takes those that it knows. */
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
   * Whether all collections have ended that began before a time.
   *
   * @param millis of the epoch
   */
  public boolean areWholeUntil(long millis) {
    return within(begun, 0, millis).allMatch(each -> causes.containsKey(collection(each)));
  }

  /**
   * What the collector did in a stretch of time. A pause belongs to the stretch in which it began.
   *
   * @param beginMillis of the epoch
   * @param endMillis of the epoch, not within it any more
   * @return without any collection in it no pauses, and NaN for the heap in use after one
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

  /** The two pauses of G1's marking have their names for causes. */
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
