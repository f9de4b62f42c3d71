package io.strata.perf.gc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.microsoft.gctoolkit.parser.GCLogTrace;
import com.microsoft.gctoolkit.parser.jvm.Decorators;
import com.microsoft.gctoolkit.parser.unified.UnifiedG1GCPatterns;
import com.microsoft.gctoolkit.parser.unified.UnifiedPatterns;
import com.microsoft.gctoolkit.parser.unified.ZGCPatterns;
import io.strata.perf.data.GcSummary;
import io.strata.perf.gc.GcEvents.Occupancy;
import io.strata.perf.gc.GcEvents.Pause;
import io.strata.perf.gc.GcEvents.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A GC log that a JVM with G1 or ZGC has written, or is still writing: read once, then asked for
 * any stretches of time. Immutable.
 *
 * <p>Lines are understood by GCToolkit's rules. Its parsers, which put events together from them,
 * are not used: G1's drops each {@code Pause Cleanup} of JDK 17, ZGC's all but the last of several
 * {@code Pause Mark End} in a cycle, and both keep back what has not ended.
 *
 * <p>What was allocated is taken from the heap in use: what it has grown by from the end of a
 * collection to the beginning of the next, and for ZGC what it tells of the time in between. Each
 * collection adds an error: for G1 the megabytes to which the log rounds, and what threads had
 * reserved and not filled; for ZGC the pages that are given up half empty, each 2 MB for small
 * objects and up to 32 MB for those above 256 KB, so that it tells too much rather than too little.
 * From one collection to the next the heap is taken to grow evenly, and after the last one to go on
 * as before for as long as until then: at each end of a stretch of time the error is at most what
 * was allocated between two collections. That one vanishes if the server is made to collect its
 * garbage right before the stretch and right after.
 */
public final class GcLog {
  private final GcEvents events;

  private GcLog(GcEvents events) {
    this.events = events;
  }

  /**
   * The JVM option that writes such a log.
   *
   * @param file which is replaced if it exists
   */
  public static String jvmArgs(Path file) {
    // Without rotation: the first file would be lost, and the collector's name with it.
    return "-Xlog:gc*:file=" + file.toAbsolutePath() + ":time,uptime,level,tags:filecount=0";
  }

  /**
   * Reads a log, up to its last whole line if its JVM is still writing it.
   *
   * @throws IOException with a sentence to show, if it is not a log that {@link #jvmArgs} writes
   */
  public static GcLog read(Path file) throws IOException {
    List<String> lines =
        Files.readAllLines(file, ISO_8859_1).stream().filter(line -> line.startsWith("[")).toList();
    GcEvents events = new GcEvents();
    CollectorLines collector = check(file, lines, events);
    for (String line : lines) {
      GCLogTrace count = UnifiedPatterns.GC_COUNT.parse(line);
      Double millis = count == null ? null : millis(line);
      if (count != null
          && millis != null
          && !collector.accept(line, count.getIntegerGroup(1), millis)) {
        throw new IOException(file + " tells of a pause in a way that is not understood: " + line);
      }
    }
    events.end();
    return new GcLog(events);
  }

  private static CollectorLines check(Path file, List<String> lines, GcEvents events)
      throws IOException {
    String mend = ": let the JVM write it with " + jvmArgs(file) + ".";
    Double begin = lines.isEmpty() ? null : millis(lines.get(0));
    if (begin == null) {
      throw new IOException(file + " is no GC log with absolute times" + mend);
    }
    if (lines.stream().noneMatch(line -> line.contains("[gc,init"))) {
      throw new IOException(file + " is no GC log with all lines of gc*" + mend);
    }
    events.begin(begin);
    for (String line : lines) {
      if (UnifiedG1GCPatterns.G1_TAG.parse(line) != null) {
        return new G1Lines(events);
      }
      if (ZGCPatterns.ZGC_TAG.parse(line) != null) {
        return new ZgcLines(events);
      }
    }
    throw new IOException(
        file
            + " is the GC log of a collector other than G1 and ZGC: start the JVM with"
            + " -XX:+UseG1GC or -XX:+UseZGC.");
  }

  private static @Nullable Double millis(String line) {
    ZonedDateTime date = new Decorators(line).getDateStamp();
    return date == null ? null : (double) date.toInstant().toEpochMilli();
  }

  /**
   * What the collector did in a stretch of time. A pause belongs to the stretch in which it began.
   * Concurrent work is divided between the stretches that it reaches into, without the pauses in
   * it; that of G1 is known once its cycle has ended. Times in the log are exact to a millisecond.
   *
   * @param beginMillis of the epoch
   * @param endMillis of the epoch, not within it any more
   * @return without any collection in it no pauses, and NaN for the heap in use after one
   */
  public GcSummary between(long beginMillis, long endMillis) {
    if (beginMillis > endMillis) {
      throw new IllegalArgumentException(beginMillis + " is later than " + endMillis + ".");
    }
    double begin = (double) beginMillis;
    double end = (double) endMillis;
    List<Pause> pauses =
        events.pauses().stream()
            .filter(pause -> begin <= pause.beginMillis() && pause.beginMillis() < end)
            .toList();
    GcSummary.Cause all = sum(pauses);
    return new GcSummary(
        all.pauses(),
        all.pausedMillis(),
        all.longestMillis(),
        byCause(pauses),
        events.concurrent().stream().mapToDouble(work -> running(work, begin, end)).sum(),
        Math.max(0, events.allocatedUntil(end) - events.allocatedUntil(begin)),
        events.afterCollection().stream()
            .filter(after -> begin <= after.millis() && after.millis() < end)
            .mapToDouble(Occupancy::megabytes)
            .min()
            .orElse(Double.NaN));
  }

  private static Map<String, GcSummary.Cause> byCause(List<Pause> pauses) {
    return pauses.stream()
        .collect(
            Collectors.groupingBy(
                Pause::cause,
                TreeMap::new,
                Collectors.collectingAndThen(Collectors.toList(), GcLog::sum)));
  }

  private static GcSummary.Cause sum(List<Pause> pauses) {
    return new GcSummary.Cause(
        pauses.size(),
        pauses.stream().mapToDouble(Pause::millis).sum(),
        pauses.stream().mapToDouble(Pause::millis).max().orElse(0));
  }

  /** How long the server ran beside this work within the stretch. */
  private double running(Work work, double beginMillis, double endMillis) {
    double begin = Math.max(work.beginMillis(), beginMillis);
    double end = Math.min(work.endMillis(), endMillis);
    double paused = events.pausedUntil(end) - events.pausedUntil(begin);
    return end <= begin ? 0 : Math.max(0, end - begin - paused);
  }
}
