package io.strata.perf.gc;

import com.microsoft.gctoolkit.parser.GCLogTrace;
import com.microsoft.gctoolkit.parser.unified.ZGCPatterns;
import java.util.HashMap;
import java.util.Map;

/**
 * ZGC, with and without generations: pauses and the work between them have a line each, which ends
 * them. At the end of a cycle a table tells of the heap at its pauses; with generations, each has a
 * cycle of its own, and what the server allocates is in the young one's.
 */
final class ZgcLines implements CollectorLines {
  private final GcEvents events;
  private final Map<Integer, String> causes = new HashMap<>();
  private double markStartMillis;
  private boolean heapKnown;

  ZgcLines(GcEvents events) {
    this.events = events;
  }

  @Override
  public boolean accept(String line, int collection, double millis) {
    if (line.contains("Pause ") && line.endsWith("ms")) {
      return pause(line, collection, millis);
    }
    if (line.contains("Concurrent ")) {
      GCLogTrace work = ZGCPatterns.CONCURRENT_PHASE.parse(line);
      if (work != null) {
        events.concurrent(millis, work.getDuration());
      }
    } else if (line.contains("Used: ")) {
      used(line, millis);
    } else if (line.contains("Allocated: ")) {
      allocated(line, millis);
    } else if (line.contains(" Collection ")) {
      GCLogTrace start = ZGCPatterns.CYCLE_START.parse(line);
      if (start != null) {
        causes.put(collection, Cause.of(start.getGroup(3)));
      }
    }
    return true;
  }

  private boolean pause(String line, int collection, double millis) {
    GCLogTrace pause = ZGCPatterns.PAUSE_PHASE.parse(line);
    if (pause == null) {
      return false;
    }
    events.pause(millis, pause.getDuration(), causes.getOrDefault(collection, Cause.UNKNOWN));
    if (pause.getGroup(2).startsWith("Mark Start") && !isOld(pause)) {
      markStartMillis = millis;
      heapKnown = false;
    }
    return true;
  }

  /** The first such row is that of the whole heap; the one of a generation comes after it. */
  private void used(String line, double millis) {
    GCLogTrace used = ZGCPatterns.MEMORY_TABLE_ENTRY_SIZE.parse(line);
    if (used != null && !isOld(used) && !heapKnown) {
      events.grown(markStartMillis, used.toKBytes(3) / 1024.0);
      events.collected(millis, used.toKBytes(12) / 1024.0);
      heapKnown = true;
    }
  }

  private void allocated(String line, double millis) {
    GCLogTrace allocated = ZGCPatterns.MEMORY_TABLE_ENTRY_OCCUPANCY.parse(line);
    if (allocated != null && !isOld(allocated)) {
      events.allocatedMeanwhile(millis, allocated.toKBytes(9) / 1024.0);
    }
  }

  private static boolean isOld(GCLogTrace trace) {
    return "O".equals(trace.getGroup(1));
  }
}
