package io.strata.perf.gc;

import com.microsoft.gctoolkit.parser.GCLogTrace;
import com.microsoft.gctoolkit.parser.unified.UnifiedG1GCPatterns;
import java.util.regex.Pattern;

/**
 * G1: each pause is told by the line that ends it, with the heap in use before and after. The work
 * between them is told as one cycle, with the pauses that fall in it.
 */
final class G1Lines implements CollectorLines {
  /** What JDK 22 and later write between the cause and the memory. */
  private static final Pattern FAILURE = Pattern.compile(" \\(Evacuation Failure: [^)]*\\)");

  private final GcEvents events;

  G1Lines(GcEvents events) {
    this.events = events;
  }

  @Override
  public boolean accept(String line, int collection, double millis) {
    if (line.contains("Pause ") && line.endsWith("ms")) {
      return pause(FAILURE.matcher(line).replaceFirst(""), millis);
    }
    if (line.contains(" Cycle ")) {
      cycle(line, millis);
    }
    return true;
  }

  private boolean pause(String line, double millis) {
    GCLogTrace collection = UnifiedG1GCPatterns.YOUNG_DETAILS.parse(line);
    GCLogTrace remark = UnifiedG1GCPatterns.PAUSE_REMARK_END.parse(line);
    GCLogTrace cleanup = UnifiedG1GCPatterns.CLEANUP_END.parse(line);
    if (collection != null) {
      pause(collection, 5, millis, Cause.of(collection.getGroup(4)));
      events.collected(millis, collection.toKBytes(7) / 1024.0);
    } else if (remark != null) {
      pause(remark, 1, millis, "Remark");
    } else if (cleanup != null) {
      pause(cleanup, 1, millis, "Cleanup");
    }
    return collection != null || remark != null || cleanup != null;
  }

  /** Memory before is in the group of that number, memory after in the next but one. */
  private void pause(GCLogTrace trace, int memory, double millis, String cause) {
    events.pause(millis, trace.getDuration(), cause);
    events.grown(millis - trace.getDuration(), trace.toKBytes(memory) / 1024.0);
    events.shrunk(millis, trace.toKBytes(memory + 2) / 1024.0);
  }

  private void cycle(String line, double millis) {
    GCLogTrace whole = UnifiedG1GCPatterns.CONCURRENT_CYCLE_END.parse(line);
    GCLogTrace undone = UnifiedG1GCPatterns.CONCURRENT_UNDO_CYCLE_END.parse(line);
    GCLogTrace trace = whole != null ? whole : undone;
    if (trace != null) {
      events.concurrent(millis, trace.getDuration());
    }
  }
}
