package io.strata.doctor.report;

import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.MemoryLimits;
import io.strata.readpath.config.MemoryNeed;
import java.util.ArrayList;
import java.util.List;

/** Draws the parts of the memory to scale, as a bar of letters. */
final class Bar {
  private static final int WIDTH = 78;
  private static final String LEGEND =
      "m memstores  1 on-heap tier  h rest of the heap  2 off-heap tier  f flash tier\n"
          + "d HBase's direct buffers  j the JVM itself  . free";

  private final long total;
  private final long physical;
  private final StringBuilder letters = new StringBuilder();
  private long drawn;

  private Bar(long total, long physical) {
    this.total = total;
    this.physical = physical;
  }

  /** Returns the bar, the end of the memory if that is within it, and the legend. */
  static List<String> lines(CacheSettings settings, MemoryLimits limits) {
    MemoryNeed need = settings.memoryNeed();
    long physical = limits.physical().bytes();
    Bar bar = new Bar(Math.max(physical, need.bytes()), physical);
    bar.add('m', settings.memstoreBytes());
    bar.add('1', settings.onHeapBytes());
    bar.add('h', need.heap() - settings.memstoreBytes() - settings.onHeapBytes());
    bar.add('2', need.tier());
    bar.add('f', need.flash());
    bar.add('d', need.buffers());
    bar.add('j', need.bytes() - need.heap() - need.tier() - need.flash() - need.buffers());
    bar.add('.', bar.total - need.bytes());
    return bar.lines();
  }

  private void add(char letter, long bytes) {
    drawn += Math.max(0, bytes);
    int end = columns(drawn);
    while (letters.length() < end) {
      letters.append(letter);
    }
  }

  private int columns(long bytes) {
    return (int) Math.round((double) bytes / total * WIDTH);
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("[" + letters + "]");
    if (physical < total) {
      int end = columns(physical);
      String label = "^ end of the memory";
      lines.add(
          end + label.length() < WIDTH
              ? " ".repeat(end + 1) + label
              : " ".repeat(Math.max(0, end - label.length() + 2)) + "end of the memory ^");
    }
    lines.addAll(LEGEND.lines().toList());
    return lines;
  }
}
