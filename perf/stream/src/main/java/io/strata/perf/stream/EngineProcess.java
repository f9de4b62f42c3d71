package io.strata.perf.stream;

import io.strata.perf.common.Figures;
import io.strata.perf.common.Folder;
import io.strata.perf.common.JvmFork;
import io.strata.perf.stream.engine.EngineKind;
import io.strata.perf.stream.engine.Sizing;
import io.strata.perf.stream.measure.Scale;
import io.strata.perf.stream.measure.Section;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process that measures one engine, with the memory that the engine needs. */
final class EngineProcess {
  private static final long HEAP_BYTES = 512L << 20;
  private static final long SPARE_BYTES = 512L << 20;

  /** Heap per byte of the entries, with headroom for the collector. */
  private static final double HEAP_SLACK = 1.35;

  private final EngineKind kind;
  private final Section section;
  private final Scale scale;
  private final Path folder;

  /**
   * Creates a process that is not started yet.
   *
   * @param folder for temporary files; created and deleted
   */
  EngineProcess(EngineKind kind, Section section, Scale scale, Path folder) {
    this.kind = kind;
    this.section = section;
    this.scale = scale;
    this.folder = folder;
  }

  /** Returns the approximate memory of the process, in bytes. */
  static long memoryBytes(EngineKind kind, Sizing sizing) {
    return heapBytes(kind, sizing) + (kind.isOnHeap() ? 0 : sizing.blockBytes()) + SPARE_BYTES;
  }

  private static long heapBytes(EngineKind kind, Sizing sizing) {
    return HEAP_BYTES + (kind.isOnHeap() ? (long) (sizing.netBytes() * HEAP_SLACK) : 0);
  }

  private List<String> options() {
    Sizing sizing = section.sizing(scale);
    long heap = heapBytes(kind, sizing) >> 20;
    long direct = (sizing.blockBytes() + SPARE_BYTES) >> 20;
    List<String> options = new ArrayList<>();
    options.add("-Xms" + heap + "m");
    options.add("-Xmx" + heap + "m");
    // Otherwise allocations would fault in the pages of the heap one by one while measuring.
    options.add("-XX:+AlwaysPreTouch");
    options.add("-XX:MaxDirectMemorySize=" + direct + "m");
    // Direct memory access for Pravega's cache, which uses Netty, and for OHC.
    options.add("-Dio.netty.maxDirectMemory=" + (direct << 20));
    options.add("-Dio.netty.tryReflectionSetAccessible=true");
    options.add("-Dorg.caffinitas.ohc.allocator=unsafe");
    options.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    options.add("--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");
    options.add("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
    return options;
  }

  /**
   * Runs the process, adds its samples to the figures and returns its exit status, 0 on success.
   *
   * @param log receives its output
   */
  int run(Figures<EngineKind> figures, PrintStream log) throws IOException, InterruptedException {
    Folder.delete(folder);
    Files.createDirectories(folder);
    List<String> arguments = List.of(kind.name(), section.name(), folder.toString(), scale.text());
    int status =
        new JvmFork(options(), StreamFork.class, arguments)
            .measure(log, (name, value) -> figures.add(name, kind, value));
    Folder.delete(folder);
    return status;
  }
}
