package io.strata.perf.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.Figures;
import io.strata.perf.common.Preflight;
import io.strata.perf.common.Progress;
import io.strata.perf.stream.engine.EngineKind;
import io.strata.perf.stream.measure.Scale;
import io.strata.perf.stream.measure.Section;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * A run: measures each section of each engine in separate, interleaved processes.
 *
 * @param scale the amount of work
 * @param sections the sections to measure
 * @param kinds the engines to measure
 */
record StreamRun(Scale scale, Set<Section> sections, Set<EngineKind> kinds) {
  /** Disk space per byte of the entries, for data that RocksDB has not compacted yet. */
  private static final int DISK_SLACK = 2;

  private static final long DISK_SPARE = 2L << 30;

  private List<EngineKind> kindsOf(Section section) {
    return kinds.stream().filter(kind -> section != Section.APPENDS || kind.appends()).toList();
  }

  /**
   * Requires enough memory and disk space, before anything is measured.
   *
   * @param folder on the disk to use
   */
  void checkMachine(Path folder) throws BenchException {
    long memory = 0;
    long disk = 0;
    for (Section section : sections) {
      for (EngineKind kind : kindsOf(section)) {
        memory = Math.max(memory, EngineProcess.memoryBytes(kind, section.sizing(scale)));
        if (kind == EngineKind.ROCKSDB) {
          disk = Math.max(disk, DISK_SLACK * section.sizing(scale).netBytes() + DISK_SPARE);
        }
      }
    }
    Preflight.requireMemory(
        "This run", memory, "free memory, or measure less with --share or --small");
    Preflight.requireDisk(
        "RocksDB", folder, disk, "free space, or measure less with --share, --small or --engines");
  }

  /**
   * Measures all sections and engines.
   *
   * @param folder for temporary files; created and deleted
   * @param log receives the output of the processes
   * @param out receives progress messages
   */
  Figures<EngineKind> measure(Path folder, Path log, PrintStream out)
      throws IOException, InterruptedException, BenchException {
    Figures<EngineKind> figures = new Figures<>(EngineKind.class);
    try (PrintStream lines = new PrintStream(Files.newOutputStream(log), true, UTF_8)) {
      measure(folder, log, lines, new Progress(out), figures);
    }
    return figures;
  }

  private void measure(
      Path folder, Path log, PrintStream lines, Progress progress, Figures<EngineKind> figures)
      throws IOException, InterruptedException, BenchException {
    for (Section section : sections) {
      for (int fork = 0; fork < section.forks(scale); fork++) {
        boolean isFirst = fork == 0;
        List<EngineKind> order = new ArrayList<>(kindsOf(section));
        order.removeIf(kind -> kind.isSlow() && !isFirst);
        if (fork % 2 == 1) {
          Collections.reverse(order);
        }
        for (EngineKind kind : order) {
          EngineProcess process = new EngineProcess(kind, section, scale, folder);
          String what = section.title() + ", " + kind.title();
          int status = progress.phase(what, () -> process.run(figures, lines));
          if (status != 0) {
            throw new BenchException(
                "The process of %s exited with %d: see %s.".formatted(kind.title(), status, log));
          }
        }
      }
    }
  }
}
