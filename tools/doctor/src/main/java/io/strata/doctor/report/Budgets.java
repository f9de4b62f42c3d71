package io.strata.doctor.report;

import io.strata.doctor.text.Bytes;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.CapacityPlan;
import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.Engine;
import io.strata.readpath.config.MemoryFile;
import io.strata.readpath.config.MemoryLimits;
import io.strata.readpath.config.MemoryNeed;
import java.util.ArrayList;
import java.util.List;

/** The tables of the memory of each part, by the formula of the startup check. */
final class Budgets {
  private static final int NAME_WIDTH = 60;
  private static final double HUNDRED = 100;

  private final CacheSettings settings;
  private final MemoryLimits limits;
  private final MemoryNeed need;
  private final List<MemoryFile> files;
  private final List<String> lines = new ArrayList<>();

  Budgets(CacheSettings settings, MemoryLimits limits, List<MemoryFile> files) {
    this.settings = settings;
    this.limits = limits;
    this.files = files;
    this.need = settings.memoryNeed();
  }

  /** Returns the tables in lines of 80 columns. */
  List<String> lines() {
    memory();
    direct();
    files();
    settings
        .flash()
        .ifPresent(
            flash -> {
              lines.add("");
              row("Files of the flash tier, on disks", flash.bytes());
            });
    return lines;
  }

  private void memory() {
    lines.add("%-60s %10s %8s".formatted("Memory of the process", "MB", "%"));
    for (int i = 0; i < need.parts().size(); i++) {
      MemoryNeed.Part part = need.parts().get(i);
      share("  " + part.name(), part.bytes());
      if (i == 0) {
        heap();
      } else if (i == 1 && part.bytes() > 0) {
        offHeap();
      }
    }
    long left = limits.physical().bytes() - need.bytes();
    share("total", need.bytes());
    share(left < 0 ? "exceeds the memory by" : "left for other processes", Math.abs(left));
    share(
        limits.physical().isContainerLimit() ? "memory of the container" : "memory of the machine",
        limits.physical().bytes());
  }

  private void heap() {
    row("    memstores", settings.memstoreBytes());
    row("    on-heap tier (L1): index and bloom blocks", settings.onHeapBytes());
    row(
        "    requests and everything else",
        Math.max(0, need.heap() - settings.memstoreBytes() - settings.onHeapBytes()));
  }

  private void offHeap() {
    CapacityPlan plan = CapacityPlan.of(settings.offHeapBytes(), settings.blockBytes());
    row(
        "    blocks (L2), with a header for each",
        plan.buckets() * (long) BucketLayout.BUCKET_BYTES);
    row("    its index and ghost table", plan.tableBytes());
    row("    blocks in flight", plan.otherBytes() - plan.tableBytes());
  }

  private void direct() {
    long tier = settings.engine().kind() == Engine.Kind.KEPT ? 0 : need.tier();
    long taken = tier + need.flash() + need.buffers();
    long left = limits.maxDirect() - taken;
    lines.add("");
    lines.add("%-60s %10s".formatted("Direct memory, included above", "MB"));
    row("  off-heap tier", tier);
    row("  memory of the flash tier", need.flash());
    row("  HBase's direct buffers", need.buffers());
    row(
        left < 0
            ? "exceeds -XX:MaxDirectMemorySize by"
            : "left for the network and the file system",
        Math.abs(left));
    row("-XX:MaxDirectMemorySize", limits.maxDirect());
  }

  private void files() {
    if (files.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("%-60s %10s".formatted("Files in memory, included above", "MB"));
    for (MemoryFile file : files) {
      row("  %s, on %s".formatted(file.path(), file.store().type()), need.tier() / files.size());
      row("    allocated already", file.takenBytes());
      if (file.freeBytes() == Long.MAX_VALUE) {
        lines.add("    the file system has no size limit");
      } else {
        row("    free in the file system", file.freeBytes());
      }
    }
    lines.add(
        files.stream().allMatch(MemoryFile::isCountedByContainer)
            ? "A container's limit includes them, like direct memory."
            : "A container's limit does not include huge pages.");
  }

  private void row(String name, long bytes) {
    lines.add("%-60s %,10d".formatted(shortened(name), Bytes.megabytes(bytes)));
  }

  private void share(String name, long bytes) {
    lines.add(
        "%-60s %,10d %8.1f"
            .formatted(
                shortened(name),
                Bytes.megabytes(bytes),
                HUNDRED * bytes / limits.physical().bytes()));
  }

  private static String shortened(String name) {
    return name.length() <= NAME_WIDTH ? name : name.substring(0, NAME_WIDTH - 1) + "…";
  }
}
