package io.strata.perf.bench.run;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.bench.FitCase;
import io.strata.perf.bench.MovingLoad;
import io.strata.perf.bench.Probes;
import io.strata.perf.bench.RestartBlocks;
import io.strata.perf.bench.StoreSize;
import io.strata.perf.bench.report.Line;
import io.strata.perf.bench.report.Target;
import io.strata.perf.common.Unit;
import java.util.ArrayList;
import java.util.List;

/** All rows with their targets, in the order of the table. Stateless. */
final class Rows {
  private static final double MILLI = 1e6;
  private static final int MAX_ROUNDS = 3;

  private Rows() {}

  /** Returns all rows for a machine with a number of cores. */
  static List<Row> all(int cores) {
    return List.of(
        HitRows.many(cores),
        HitRows.one(cores),
        latency(),
        insert(),
        heap(),
        fit(),
        stop(),
        background(),
        close(),
        large(),
        moving(
            "a load that moves to another table",
            Probes.MOVING,
            MovingLoad.Size.MB_384,
            MovingLoad.Size.GB_4),
        moving(
            "the same at 16 GB, with blocks without bytes",
            Probes.MOVING_16GB,
            MovingLoad.Size.GB_16),
        moving(
            "the same at 100 GB, with slots that share memory",
            Probes.MOVING_100GB,
            MovingLoad.Size.GB_100),
        sizes(),
        restart(),
        kept(),
        CompressedRows.memory(),
        CompressedRows.costs(),
        CompressedRows.random(),
        CompressedRows.hits(),
        CompressedRows.disks(),
        CompressedRows.small(),
        CompressedRows.dictionaries());
  }

  private static Row latency() {
    List<Line> lines = new ArrayList<>();
    for (String percentile : List.of("p50", "p999", "p9999")) {
      String name = "p" + percentile.substring(1).replaceFirst("^99(9+)$", "99.$1");
      String alone = "latency.alone." + percentile;
      lines.add(Line.of("hit, " + name + ", alone", alone, Unit.NANOS));
      lines.add(
          Line.of(
              "hit, " + name + ", with 1 thread copying memory",
              "latency.copy1." + percentile,
              Unit.NANOS));
      String copy4 = "latency.copy4." + percentile;
      lines.add(Line.of("hit, " + name + ", with 4 threads copying memory", copy4, Unit.NANOS));
      Target[] goals =
          percentile.equals("p50")
              ? new Target[0]
              : new Target[] {Target.atMostTimes(2, alone, "alone")};
      lines.add(
          Line.of(
              "hit, " + name + ", with concurrent inserts",
              "latency.inserts." + percentile,
              Unit.NANOS,
              goals));
      lines.add(
          Line.of(
              "hit, " + name + ", with inserts of changing size",
              "latency.sizes." + percentile,
              Unit.NANOS));
    }
    lines.add(Line.of("miss ratio with concurrent inserts", "latency.inserts.misses", Unit.SHARE));
    lines.add(
        Line.of("miss ratio with inserts of changing size", "latency.sizes.misses", Unit.SHARE));
    lines.add(
        Line.of(
            "insert of changing size, or its drop, p50", "latency.sizes.insert.p50", Unit.NANOS));
    lines.add(
        Line.of(
            "insert of changing size, or its drop, p99.9",
            "latency.sizes.insert.p999",
            Unit.NANOS));
    return new ProbeRow("hit latency without and with inserts", Probes.LATENCY, MAX_ROUNDS, lines);
  }

  private static Row insert() {
    String copy = "insert.copy";
    return new ProbeRow(
        "inserts by two threads at full speed",
        Probes.INSERT,
        MAX_ROUNDS,
        List.of(
            Line.of("memory copies of 64 KB, 2 threads, no cache", copy, Unit.GIGABYTES_PER_SECOND),
            Line.of(
                "inserts of 64 KB, 2 threads",
                "insert.rate",
                Unit.GIGABYTES_PER_SECOND,
                Target.atLeastTimes(0.8, copy, "copies")),
            Line.of("inserts dropped", "insert.dropped", Unit.COUNT, Target.atMost(0)),
            Line.of("inserts dropped, fraction", "insert.droppedShare", Unit.SHARE)));
  }

  private static Row heap() {
    return new ProbeRow(
        "heap per block of 4 KB",
        Probes.HEAP,
        1,
        List.of(
            Line.of("heap per block", "heap.cached", Unit.BYTES, Target.atMost(8)),
            Line.of("heap per block, once read", "heap.read", Unit.BYTES, Target.atMost(8)),
            Line.of("all metadata per block", "heap.metadata", Unit.BYTES, Target.atMost(128))));
  }

  private static Row fit() {
    List<Line> lines = new ArrayList<>();
    for (FitCase each : FitCase.values()) {
      for (int megabytes : FitCase.MEGABYTES) {
        String title = each.title() + ", " + megabytes + " MB";
        lines.add(
            Line.of(
                "block bytes / configured bytes, " + title,
                each.figure("useful", megabytes),
                Unit.SHARE,
                Target.atLeast(0.95)));
        lines.add(
            Line.of(
                "estimate for the best size classes, " + title,
                each.figure("best", megabytes),
                Unit.SHARE));
        lines.add(
            Line.of(
                "inserts dropped, " + title,
                each.figure("dropped", megabytes),
                Unit.SHARE,
                Target.atMost(0)));
        if (each.shifts()) {
          lines.add(
              Line.of(
                  "the minimum within the first turnover, " + title,
                  each.figure("least", megabytes),
                  Unit.SHARE,
                  Target.atLeast(0.93)));
        }
      }
    }
    return new ProbeRow("memory utilization", Probes.FIT, MAX_ROUNDS, lines);
  }

  private static Row stop() {
    return new ProbeRow(
        "the longest stall by eviction",
        Probes.STOP,
        1,
        List.of(
            Line.of("blocks of 4 KB cached", "stop.blocks", Unit.COUNT),
            Line.of("block bytes / configured bytes, 4 KB", "stop.useful", Unit.SHARE),
            Line.of("insert, p99.9, elapsed time", "stop.insert.wall.p999", Unit.NANOS),
            Line.of("insert, max, elapsed time", "stop.insert.wall.max", Unit.NANOS),
            Line.of("insert, p99.9, CPU time", "stop.insert.cpu.p999", Unit.NANOS),
            Line.of("insert, max, CPU time", "stop.insert.cpu.max", Unit.NANOS),
            Line.of("writer between two blocks, max, CPU time", "stop.writer.cpu.max", Unit.NANOS),
            Line.of(
                "eviction: longest stall of any thread",
                "stop.longest",
                Unit.NANOS,
                Target.atMost(MILLI))));
  }

  private static Row background() {
    List<Line> lines = new ArrayList<>();
    for (String name : Probes.BACKGROUND.cases()) {
      MovingLoad.Blocks each = MovingLoad.Blocks.valueOf(name);
      String title = ", " + each.title();
      lines.add(Line.of("background steps" + title, each.background("steps"), Unit.COUNT));
      lines.add(
          Line.of("background step, median, CPU time" + title, each.background("p50"), Unit.NANOS));
      lines.add(
          Line.of("background step, p99.9, CPU time" + title, each.background("p999"), Unit.NANOS));
      lines.add(
          Line.of(
              "background step, max, CPU time" + title,
              each.background("max"),
              Unit.NANOS,
              Target.atMost(MILLI)));
      lines.add(
          Line.of(
              "bytes copied / bytes inserted meanwhile" + title,
              each.background("copied"),
              Unit.SHARE));
    }
    return new ProbeRow("the longest background step", Probes.BACKGROUND, MAX_ROUNDS, lines);
  }

  private static Row close() {
    return new ProbeRow(
        "closing a file of 20,000 blocks",
        Probes.CLOSE,
        MAX_ROUNDS,
        List.of(
            Line.of("closing a file: the call, median", "close.call.median", Unit.NANOS),
            Line.of(
                "closing a file: the call, max",
                "close.call.max",
                Unit.NANOS,
                Target.atMost(MILLI)),
            Line.of("closing the first file: memory freed", "close.free.first", Unit.NANOS),
            Line.of("closing a file: memory freed, median", "close.free.median", Unit.NANOS),
            Line.of(
                "closing a file: memory freed, max",
                "close.free.max",
                Unit.NANOS,
                Target.atMost(20 * MILLI)),
            Line.of(
                "closing a file: background step, max, CPU time",
                "close.step.max",
                Unit.NANOS,
                Target.atMost(MILLI))));
  }

  private static Row large() {
    List<Line> lines = new ArrayList<>();
    for (String size : List.of("mb1", "mb16")) {
      String title = "blocks of " + (size.equals("mb1") ? "600 KB–1.5 MB" : "16 MB");
      String figure = "large." + size;
      lines.add(
          Line.of(title + ": fraction cached", figure + ".cached", Unit.SHARE, Target.atLeast(1)));
      lines.add(
          Line.of(title + ": fraction intact", figure + ".right", Unit.SHARE, Target.atLeast(1)));
      lines.add(Line.of(title + ": hits, 1 thread", figure + ".rate", Unit.PER_SECOND));
      lines.add(
          Line.of(
              title + ": allocation per hit",
              figure + ".allocated",
              Unit.BYTES,
              Target.atMost(1_000)));
    }
    return new ProbeRow("blocks too large for BucketCache", Probes.LARGE, 1, lines);
  }

  private static Row sizes() {
    List<Line> lines = new ArrayList<>();
    for (StoreSize each : StoreSize.values()) {
      String size = ", " + each.title();
      lines.add(Line.of("blocks of 64 KB cached" + size, each.figure("blocks"), Unit.COUNT));
      lines.add(atMostMillis("start to the first hit" + size, each.figure("start"), 1_000));
      // The small ones are full before the code is compiled, so they are no base for a ratio.
      lines.add(insert("while filling", each, "insert", StoreSize.TB_1, 1.5, StoreSize.GB_100));
      lines.add(
          Line.of(
              "inserts dropped while filling" + size,
              each.figure("dropped"),
              Unit.COUNT,
              Target.atMost(0)));
      lines.add(insert("that evicts", each, "evict", StoreSize.GB_100, 2.5, StoreSize.MB_256));
      if (each.isResized()) {
        lines.add(atMostMillis("full, shrunk by a gigabyte" + size, each.figure("shrink"), 10_000));
        lines.add(atMostMillis("grown by a gigabyte" + size, each.figure("grow"), 1_000));
      }
      lines.add(atMostMillis("closed" + size, each.figure("close"), 1_000));
    }
    return new ProbeRow(
        "start, fill, resize and close up to 1 TB", Probes.SIZES, MAX_ROUNDS, lines);
  }

  /** The time of an insert; at one size, it may be a multiple of that at another. */
  private static Line insert(
      String when, StoreSize each, String name, StoreSize bounded, double times, StoreSize base) {
    Target[] goals =
        each == bounded
            ? new Target[] {Target.atMostTimes(times, base.figure(name), base.title())}
            : new Target[0];
    return Line.of("insert " + when + ", " + each.title(), each.figure(name), Unit.NANOS, goals);
  }

  private static Line atMostMillis(String title, String figure, int millis) {
    return Line.of(title, figure, Unit.NANOS, Target.atMost(millis * MILLI));
  }

  private static Row restart() {
    List<Line> lines = new ArrayList<>();
    for (RestartBlocks each : RestartBlocks.values()) {
      String title = ", " + each.title();
      lines.add(
          Line.of(
              "restart: first hit after the start" + title,
              each.figure("first"),
              Unit.NANOS,
              Target.atMost(100 * MILLI)));
      lines.add(
          Line.of(
              "restart: all blocks indexed" + title,
              each.figure("indexed"),
              Unit.NANOS,
              Target.atMost(1_000 * MILLI)));
      lines.add(
          Line.of(
              "restart: fraction of blocks found" + title,
              each.figure("found"),
              Unit.SHARE,
              Target.atLeast(0.999)));
      lines.add(
          Line.of(
              "stop: close of the store" + title,
              each.figure("close"),
              Unit.NANOS,
              Target.atMost(1_000 * MILLI)));
    }
    return new ProbeRow("a restart over file-backed memory", Probes.RESTART, 3, lines);
  }

  private static Row kept() {
    List<Line> lines = new ArrayList<>();
    for (String what : List.of("hit", "insert")) {
      String figure = "kept." + what;
      String title = what + ", file-backed memory / direct memory";
      lines.add(Line.of(title, figure, Unit.SHARE, Target.atMost(1.02)));
      addInterval(lines, title, figure);
      String control = what + ", direct memory / direct memory (control)";
      lines.add(Line.of(control, figure + ".control", Unit.SHARE));
      addInterval(lines, control, figure + ".control");
    }
    return new ProbeRow("hits and inserts in file-backed memory", Probes.KEPT, 3, lines);
  }

  private static void addInterval(List<Line> lines, String title, String figure) {
    lines.add(Line.of(title + ", 95 % interval, low", figure + ".low", Unit.SHARE));
    lines.add(Line.of(title + ", 95 % interval, high", figure + ".high", Unit.SHARE));
  }

  private static Row moving(String description, Probes probe, MovingLoad.Size... sizes) {
    List<Line> lines = new ArrayList<>();
    for (MovingLoad each : MovingLoad.all(sizes)) {
      String title = each.title();
      lines.add(
          Line.of(
              "rounds to a hit ratio of 95 %, " + title,
              each.figure("rounds"),
              Unit.ROUNDS,
              Target.atMostPlus(0.5, CacheKind.LRU)));
      lines.add(
          Line.of(
              "bytes copied / bytes of the second table, " + title,
              each.figure("copied"),
              Unit.SHARE,
              Target.atMost(1.3)));
      lines.add(Line.of("hit ratio before the move, " + title, each.figure("before"), Unit.SHARE));
    }
    return new ProbeRow(description, probe, 1, lines);
  }
}
