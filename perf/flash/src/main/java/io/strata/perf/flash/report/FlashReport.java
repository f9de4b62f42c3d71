package io.strata.perf.flash.report;

import io.strata.perf.common.Facts;
import io.strata.perf.common.Goal;
import io.strata.perf.common.Goals;
import io.strata.perf.common.Markdown;
import io.strata.perf.common.Spread;
import io.strata.perf.common.Table;
import io.strata.perf.common.Unit;
import io.strata.perf.flash.engine.EngineKind;
import io.strata.perf.flash.load.SaturationPoint;
import io.strata.perf.flash.load.Step;
import io.strata.perf.flash.measure.ScatterRun;
import io.strata.perf.flash.measure.Inserts;
import io.strata.perf.flash.measure.Reads;
import io.strata.perf.flash.measure.RecoveryRun;
import io.strata.perf.flash.measure.RecoveryRun.From;
import io.strata.perf.flash.measure.RecoveryRun.Restart;
import io.strata.perf.flash.measure.WriteBehind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The report of a run: a page in Markdown, and drawings beside it. One thread's. */
public final class FlashReport {
  /** The page. */
  public static final String PAGE = "FLASH.md";

  /** The drawing. */
  public static final String CLOUDS = "flash-clouds.svg";

  private static final Goal READS = Goal.atLeast(1.3);
  private static final Goal INSERTS = Goal.atLeast(2);
  private static final Goal WRITE_BEHIND = Goal.atLeast(1.9);
  private static final Goal HEAP_BYTES = Goal.atMost(8);
  private static final Goal HIT_MILLIS = Goal.atMost(1_000);
  private static final Goal RESTORED = Goal.atLeast(1e6);
  private static final double PERCENTS = 100;

  private final Measured measured;
  private final Goals goals = new Goals("the disk alone");
  private final Markdown sections = new Markdown();

  /** Prepares it. */
  public FlashReport(Measured measured) {
    this.measured = measured;
  }

  /**
   * Writes the page and the drawings into a folder.
   *
   * @param facts stand at the page's beginning
   */
  public void write(Path folder, Facts facts) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(PAGE), text(facts));
    if (!measured.clouds().isEmpty()) {
      Files.writeString(folder.resolve(CLOUDS), CloudPlot.of(measured.clouds()));
    }
  }

  /** Returns the page. */
  String text(Facts facts) {
    addReads();
    addInserts();
    addWriteBehind();
    RecoveryRun.Results restarts = measured.restarts();
    if (restarts != null) {
      addRestarts(restarts);
      addHeap(restarts.footprint());
    }
    addClouds();
    Markdown page = new Markdown();
    page.section(1, "Flash: Strata's engine beside HBase's");
    facts.addTo(page);
    page.section("What was aimed at")
        .text(
            """
            By the medians of the rounds; the range of the rounds in brackets. *The disk alone* is what would be measured of an
            engine that loses no time: where that is less than was aimed at, no engine reaches it on this disk.
            """)
        .table(goals.table())
        .text(sections.toString());
    return page.toString();
  }

  /** Returns the measures whose goal was missed; known once the page was made. */
  public List<String> missed() {
    return goals.missed();
  }

  /**
   * Adds a goal for a ratio of rates of the same rounds.
   *
   * @param disk what the numerator could be if the engine lost no time; empty if not known
   * @return the median of the rounds' ratios, for a table's cell
   */
  private String addRatio(
      String measure, Goal goal, List<Double> rates, List<Double> others, List<Double> disk) {
    Spread ratios = Spread.ofRatios(rates, others);
    String ofDisk = disk.isEmpty() ? "" : Unit.TIMES.format(Spread.ofRatios(disk, others).median());
    goals.add(measure, goal, Unit.TIMES, ratios, ofDisk);
    return Unit.TIMES.format(ratios.median());
  }

  private static double median(List<Double> values) {
    return Spread.of(values).median();
  }

  private static String spread(List<Double> values, Unit unit) {
    return Spread.of(values).text(unit::format);
  }

  /** Returns a ratio of medians, for a table's cell. */
  private static String ratio(List<Double> values, List<Double> others) {
    return Unit.TIMES.format(median(values) / median(others));
  }

  private static String words(int blockBytes, int threads) {
    return "%d KB, %s"
        .formatted(blockBytes >> 10, threads == 1 ? "1 thread" : threads + " threads");
  }

  // ---- reads

  private void addReads() {
    if (measured.reads().isEmpty()) {
      return;
    }
    Table table =
        new Table(
            "blocks, threads, engine",
            "reads",
            "50 %",
            "99 %",
            "99.9 %",
            "from the device a read",
            "Strata's ratio");
    measured.reads().entrySet().stream()
        .sorted(
            Map.Entry.comparingByKey(
                Comparator.comparing((Reads.Case each) -> -each.blockBytes())
                    .thenComparing(Reads.Case::threads)
                    .thenComparing(Reads.Case::engine)
                    .thenComparing(Reads.Case::cached)))
        .forEach(each -> addRead(table, each.getKey(), each.getValue()));
    sections
        .section("Random reads of single blocks")
        .text(
            """
            Each read gives HBase's block object, whose memory is given back. Strata reads past the page cache where the file
            system lets it, and checks each block's checksum; HBase's engine reads through the page cache, and checks none.
            The page cache is emptied of both engines' files before, and again each time that a tenth of the blocks was read (which
            is not timed), and no block is read twice: so it answers only what the kernel read ahead or a neighbour brought in.
            *All cached* says that all of HBase's file is in the page cache: then HBase reads memory, and the rate of Strata to
            compare with is that of its row above, for which the page cache makes no difference. What the system says was read from
            the device for each read tells which was which. *The disk alone*: as many bytes in the same places, past the page cache,
            and nothing made of them.
            """)
        .table(table);
  }

  private void addRead(Table table, Reads.Case of, Reads.Result result) {
    String what = words(of.blockBytes(), of.threads());
    List<Double> strata = rates(of, EngineKind.STRATA);
    String ratio = "";
    if (of.engine() == EngineKind.HBASE && !of.cached() && !strata.isEmpty()) {
      List<Double> disk = rates(of, EngineKind.DISK);
      ratio = addRatio("reads, " + what, READS, strata, result.rates(), disk);
    } else if (of.engine() != EngineKind.STRATA && !strata.isEmpty()) {
      ratio = ratio(strata, result.rates());
    }
    table.add(
        what + ", " + of.engine().title() + (of.cached() ? ", all cached" : ""),
        spread(result.rates(), Unit.PER_SECOND),
        nanos(result, 50),
        nanos(result, 99),
        nanos(result, 99.9),
        Unit.KILOBYTES.format(median(result.deviceBytes())),
        ratio);
  }

  /** Returns the rates of another engine, with nothing cached. */
  private List<Double> rates(Reads.Case of, EngineKind engine) {
    Reads.Result result =
        measured.reads().get(new Reads.Case(of.blockBytes(), of.threads(), engine, false));
    return result == null ? List.of() : result.rates();
  }

  private static String nanos(Reads.Result result, double percentile) {
    return Unit.NANOS.format((double) result.latencies().getValueAtPercentile(percentile));
  }

  // ---- inserts

  private void addInserts() {
    if (measured.inserts().isEmpty()) {
      return;
    }
    Table inserts = new Table("blocks, file, engine", "inserts", "lost", "Strata's ratio");
    Table bytes = new Table("blocks, file, engine", "by the system", "by the engine itself");
    measured.inserts().entrySet().stream()
        .sorted(
            Map.Entry.comparingByKey(
                Comparator.comparing((Inserts.Case each) -> -each.blockBytes())
                    .thenComparing(Inserts.Case::warm)
                    .thenComparing(Inserts.Case::full)
                    .thenComparing(Inserts.Case::engine)))
        .forEach(each -> addInsert(inserts, bytes, each.getKey(), each.getValue()));
    sections
        .section("Inserts")
        .text(
            """
            As fast as the engine takes them, by two threads, and many times what its buffers hold; the time ends when all is on
            the device. Both engines are waited for: HBase's drops what its queues do not take by default, and is told here to let
            the inserting thread wait. *Lost* is what was gone in the end without having had to make room. A file that is full was
            filled before, so that each block takes the room of others. *Warm*: the engine also writes down what it needs to find
            its blocks after a restart. *The disk alone*: as many bytes in regions as Strata's, without a copy of a block.
            """)
        .table(inserts)
        .section("Bytes written to the device for each byte of a block")
        .text(
            """
            Of the same inserts, medians. By the system: what Linux counts as written by this process, pages that became dirty
            included, and so snapshots and maps too. By the engine: its own count of what it wrote of blocks; HBase has none.
            """)
        .table(bytes);
  }

  private void addInsert(Table inserts, Table bytes, Inserts.Case of, Inserts.Result result) {
    String what =
        "%d KB, %s%s"
            .formatted(
                of.blockBytes() >> 10, of.full() ? "full" : "empty", of.warm() ? ", warm" : "");
    List<Double> strata = rates(of, EngineKind.STRATA, of.warm());
    String ratio = "";
    if (of.engine() == EngineKind.HBASE && !strata.isEmpty()) {
      // The disk does not keep anything to find its blocks by.
      List<Double> disk = rates(of, EngineKind.DISK, false);
      ratio = addRatio("inserts, " + what, INSERTS, strata, result.rates(), disk);
    } else if (of.engine() == EngineKind.DISK && !strata.isEmpty()) {
      ratio = ratio(strata, result.rates());
    }
    String row = what + ", " + of.engine().title();
    inserts.add(
        row, spread(result.rates(), Unit.PER_SECOND), spread(result.lost(), Unit.SHARE), ratio);
    if (of.engine() != EngineKind.DISK) {
      bytes.add(
          row,
          Unit.SHARE.format(median(result.deviceBytes())),
          Unit.SHARE.format(median(result.ownBytes())));
    }
  }

  private List<Double> rates(Inserts.Case of, EngineKind kind, boolean warm) {
    Inserts.Result result =
        measured.inserts().get(new Inserts.Case(of.blockBytes(), kind, of.full(), warm));
    return result == null ? List.of() : result.rates();
  }

  private void addWriteBehind() {
    Table table = new Table("blocks, threads", "ring", EngineKind.WRITE_THROUGH.title(), "ratio");
    measured
        .writeBehind()
        .forEach(
            (of, rates) -> {
              List<Double> without =
                  measured
                      .writeBehind()
                      .get(
                          new WriteBehind.Case(
                              of.blockBytes(), of.threads(), EngineKind.WRITE_THROUGH));
              if (of.engine() == EngineKind.STRATA && without != null) {
                String what = words(of.blockBytes(), of.threads());
                table.add(
                    what,
                    spread(rates, Unit.PER_SECOND),
                    spread(without, Unit.PER_SECOND),
                    addRatio("write-behind, " + what, WRITE_BEHIND, rates, without, List.of()));
              }
            });
    if (!measured.writeBehind().isEmpty()) {
      sections
          .section("Inserts with write-behind and without")
          .text(
              """
              Without: the same header, checksum, index and file, past the page cache too, but each block is written by itself, in
              the ring's order, by the thread that inserts it, which waits for that write alone and not for the device's own cache.
              The files were written as a whole before. The time ends when all is on the device.
              """)
          .table(table);
    }
  }

  // ---- restarts

  private static String words(From from) {
    return switch (from) {
      case SNAPSHOT -> "Strata, from its snapshot";
      case REGIONS -> "Strata, snapshot deleted: from the regions";
      case HBASE_MAP -> "HBase, from its persistent file";
      case HBASE_FILE -> "HBase, persistent file deleted";
    };
  }

  private void addRestarts(RecoveryRun.Results results) {
    Table table =
        new Table("restart", "open", "first hit", "all restored", "blocks", "blocks a second");
    for (From from : From.values()) {
      List<Restart> all =
          results.restarts().stream().filter(restart -> restart.from() == from).toList();
      List<Double> rates =
          all.stream().map(each -> each.blocks() * 1e3 / each.restoredMillis()).toList();
      Spread hits = spread(all, Restart::hitMillis);
      if (from == From.SNAPSHOT || from == From.REGIONS) {
        String what = from == From.SNAPSHOT ? "from the snapshot" : "from the regions";
        goals.add("first hit after a restart " + what, HIT_MILLIS, Unit.MILLIS, hits, "");
        goals.add("restored " + what, RESTORED, Unit.PER_SECOND, Spread.of(rates), "");
      }
      double blocks = spread(all, Restart::blocks).median();
      double restored = spread(all, Restart::restoredMillis).median();
      table.add(
          words(from),
          Unit.MILLIS.format(spread(all, Restart::openMillis).median()),
          Unit.MILLIS.format(hits.median()),
          blocks > 0 ? Unit.MILLIS.format(restored) : "nothing",
          Unit.COUNT.format(blocks),
          blocks > 0 ? spread(rates, Unit.PER_SECOND) : Spread.NONE);
    }
    sections
        .section("After a restart")
        .format(
            """
            %,d small blocks, in as many regions as blocks of 64 KB would fill, closed in good order and opened again in the same
            process, with nothing of the files in the page cache. The times are from when opening began; the first hit is that of
            a thread that asks for random blocks meanwhile. HBase opens only when it has read its map.
            """,
            results.blocks())
        .table(table);
  }

  private static Spread spread(List<Restart> restarts, ToDoubleFunction<Restart> value) {
    return Spread.of(restarts.stream().mapToDouble(value));
  }

  private void addHeap(RecoveryRun.Footprint footprint) {
    Spread heap = Spread.of(List.of(footprint.strataHeap()));
    goals.add("heap for each block", HEAP_BYTES, Unit.BYTES, heap, "");
    Table table = new Table("engine", "heap", "off the heap");
    table.add(
        EngineKind.STRATA.title(),
        Unit.BYTES.format(footprint.strataHeap()),
        Unit.BYTES.format(footprint.strataIndex()));
    table.add(EngineKind.HBASE.title(), Unit.BYTES.format(footprint.hbaseHeap()), Spread.NONE);
    sections
        .section("Memory for each block")
        .text(
            """
            Used heap after garbage collections, before and after the same blocks came in; off the heap, what Strata's index takes
            for each block that it has room for.
            """)
        .table(table);
  }

  // ---- clouds

  private void addClouds() {
    if (measured.clouds().isEmpty()) {
      return;
    }
    Table table = new Table("store, due a second", "served in time", "50 %", "99 %", "99.9 %", "");
    for (ScatterRun.Series each : measured.clouds()) {
      OptionalInt cliff = SaturationPoint.find(each.steps());
      for (int i = 0; i < each.steps().size(); i++) {
        Step step = each.steps().get(i);
        boolean isCliff = cliff.isPresent() && cliff.getAsInt() == i;
        table.add(
            CloudPlot.title(each) + ", " + Unit.PER_SECOND.format(step.target()),
            Unit.PER_SECOND.format(step.achieved()),
            Unit.NANOS.format(step.p50()),
            Unit.NANOS.format(step.p99()),
            Unit.NANOS.format(step.p999()),
            (isCliff ? "**cliff**" : "")
                + (step.unserved() > 0 ? " " + step.unserved() + " given up" : ""));
      }
    }
    sections
        .section("Latencies at rising rates")
        .format(
            """
            Reads of blocks of 64 KB, popular by Zipf's law, by %d threads. Requests are due at even intervals whatever became of
            those before, and are timed from when they were due, so that waiting counts. Memory only: all blocks are in it.
            Otherwise it has room for %.0f %% of them, a block that it lacks is read from flash and comes into it. **All devices are
            files on one disk**: more of them bring no more of it. Reads that went to flash, by devices: %s.
            The cliff is the first rate from which on less than %.0f %% is served in time, or the 99th percentile is more than %.0f times
            the least of those before.
            """,
            ScatterRun.THREADS,
            PERCENTS * ScatterRun.IN_MEMORY,
            measured.clouds().stream()
                .filter(each -> each.devices() > 0)
                .map(FlashReport::misses)
                .collect(Collectors.joining(", ")),
            PERCENTS * SaturationPoint.MIN_ACHIEVED,
            SaturationPoint.JUMP)
        .table(table)
        .picture("Latency of each request while the rate rises", CLOUDS);
  }

  private static String misses(ScatterRun.Series of) {
    String absent = of.absent() > 0 ? " (%d of them found nothing)".formatted(of.absent()) : "";
    return String.format(
        Locale.ROOT, "%d: %.0f %%%s", of.devices(), PERCENTS * of.missRatio(), absent);
  }
}
