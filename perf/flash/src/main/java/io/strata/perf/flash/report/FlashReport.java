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
import io.strata.perf.flash.measure.Inserts;
import io.strata.perf.flash.measure.Reads;
import io.strata.perf.flash.measure.RecoveryRun;
import io.strata.perf.flash.measure.RecoveryRun.From;
import io.strata.perf.flash.measure.RecoveryRun.Restart;
import io.strata.perf.flash.measure.ScatterRun;
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

/** The report of a run: a Markdown page, and charts beside it. Used by one thread. */
public final class FlashReport {
  /** The page. */
  public static final String PAGE = "FLASH.md";

  /** The chart of latencies at rising rates. */
  public static final String LATENCIES = "flash-clouds.svg";

  /** The raw data. */
  public static final String DATA = "FLASH.tsv";

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

  /** Prepares the report. */
  public FlashReport(Measured measured) {
    this.measured = measured;
  }

  /**
   * Writes the page, the charts and the raw data into a folder.
   *
   * @param facts at the beginning of the page
   */
  public void write(Path folder, Facts facts) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(PAGE), text(facts));
    Files.writeString(folder.resolve(DATA), RawFigures.tsv(measured));
    if (!measured.latencies().isEmpty()) {
      Files.writeString(folder.resolve(LATENCIES), ScatterPlot.of(measured.latencies()));
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
    addLatencies();
    Markdown page = new Markdown();
    page.section(1, "Flash: Strata's engine beside HBase's");
    facts.addTo(page);
    page.section("Targets")
        .text(
            """
            Medians of the rounds; the range of the rounds in brackets. *The disk alone* is the result of an engine without
            overhead: where it is below the target, no engine reaches the target on this disk.
            """)
        .table(goals.table())
        .text(sections.toString());
    return page.toString();
  }

  /** Returns the measures that missed their target, after the page was created. */
  public List<String> missed() {
    return goals.missed();
  }

  /**
   * Adds the target of a ratio of rates of the same rounds.
   *
   * @param disk the rates of an engine without overhead; empty if unknown
   * @return the median of the rounds' ratios, for a table cell
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

  /** Returns a ratio of medians, for a table cell. */
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
            "device bytes per read",
            "Strata's ratio");
    measured.reads().entrySet().stream()
        .sorted(
            Map.Entry.comparingByKey(
                Comparator.comparing((Reads.ReadCase each) -> -each.blockBytes())
                    .thenComparing(Reads.ReadCase::threads)
                    .thenComparing(Reads.ReadCase::engine)
                    .thenComparing(Reads.ReadCase::cached)))
        .forEach(each -> addRead(table, each.getKey(), each.getValue()));
    sections
        .section("Random reads of single blocks")
        .text(
            """
            Each read returns HBase's block object, which is then released. Strata reads with direct I/O where the file system
            supports it, and verifies each block's checksum; HBase's engine reads through the page cache without verification.
            The files of both engines are dropped from the page cache before, and again after each tenth of the blocks (which is not
            timed), and no block is read twice. So the page cache serves only what the kernel read ahead. *All cached*: all of HBase's
            file is in the page cache, so HBase reads memory. Compare with Strata's row above, for which the page cache makes no
            difference. The device bytes per read are counted by the operating system. *The disk alone*: as many bytes at the same
            addresses, with direct I/O and no processing.
            """)
        .table(table);
  }

  private void addRead(Table table, Reads.ReadCase of, Reads.ReadResult result) {
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
  private List<Double> rates(Reads.ReadCase of, EngineKind engine) {
    Reads.ReadResult result =
        measured.reads().get(new Reads.ReadCase(of.blockBytes(), of.threads(), engine, false));
    return result == null ? List.of() : result.rates();
  }

  private static String nanos(Reads.ReadResult result, double percentile) {
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
                Comparator.comparing((Inserts.InsertCase each) -> -each.blockBytes())
                    .thenComparing(Inserts.InsertCase::warm)
                    .thenComparing(Inserts.InsertCase::full)
                    .thenComparing(Inserts.InsertCase::engine)))
        .forEach(each -> addInsert(inserts, bytes, each.getKey(), each.getValue()));
    sections
        .section("Inserts")
        .text(
            """
            As fast as the engine accepts them, by two threads, and many times the size of its buffers; the time ends when all is
            on the device. Inserts wait for both engines: by default HBase's drops what its queues do not accept, and is configured
            here to let the inserting thread wait. *Lost*: inserted blocks that are missing without having been evicted. A full file
            was filled before, so that each block replaces others. *Warm*: the engine also persists what it needs to restore
            its blocks after a restart. *The disk alone*: as many bytes in regions as Strata's, without copying blocks.
            """)
        .table(inserts)
        .section("Write amplification")
        .text(
            """
            Bytes written to the device per byte of a block, of the same inserts; medians. By the system: Linux's count for this
            process, including dirty pages, snapshots and maps. By the engine: its own count of blocks written; HBase has none.
            """)
        .table(bytes);
  }

  private void addInsert(
      Table inserts, Table bytes, Inserts.InsertCase of, Inserts.InsertResult result) {
    String what =
        "%d KB, %s%s"
            .formatted(
                of.blockBytes() >> 10, of.full() ? "full" : "empty", of.warm() ? ", warm" : "");
    List<Double> strata = rates(of, EngineKind.STRATA, of.warm());
    String ratio = "";
    if (of.engine() == EngineKind.HBASE && !strata.isEmpty()) {
      // The disk alone persists no index.
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

  private List<Double> rates(Inserts.InsertCase of, EngineKind kind, boolean warm) {
    Inserts.InsertResult result =
        measured.inserts().get(new Inserts.InsertCase(of.blockBytes(), kind, of.full(), warm));
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
                          new WriteBehind.WriteCase(
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
          .section("Inserts with and without write-behind")
          .text(
              """
              Without: the same header, checksum, index and file, with direct I/O too, but each block is written individually, in
              the order of the ring, by the inserting thread, which waits for that write but not for the device's own cache.
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
        new Table("restart", "open", "first hit", "all restored", "blocks", "blocks per second");
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
            %,d small blocks, in as many regions as blocks of 64 KB would fill, closed cleanly and reopened in the same process,
            with nothing of the files in the page cache. Times are from the beginning of the open; the first hit is that of a
            thread that reads random blocks meanwhile. HBase opens only after it has read its map.
            """,
            results.blocks())
        .table(table);
  }

  private static Spread spread(List<Restart> restarts, ToDoubleFunction<Restart> value) {
    return Spread.of(restarts.stream().mapToDouble(value));
  }

  private void addHeap(RecoveryRun.Footprint footprint) {
    Spread heap = Spread.of(List.of(footprint.strataHeap()));
    goals.add("heap per block", HEAP_BYTES, Unit.BYTES, heap, "");
    Table table = new Table("engine", "heap", "off the heap");
    table.add(
        EngineKind.STRATA.title(),
        Unit.BYTES.format(footprint.strataHeap()),
        Unit.BYTES.format(footprint.strataIndex()));
    table.add(EngineKind.HBASE.title(), Unit.BYTES.format(footprint.hbaseHeap()), Spread.NONE);
    sections
        .section("Memory per block")
        .text(
            """
            Used heap after garbage collections, before and after the same blocks were inserted; off the heap, Strata's index
            per block of its capacity.
            """)
        .table(table);
  }

  // ---- latencies at rising rates

  private void addLatencies() {
    if (measured.latencies().isEmpty()) {
      return;
    }
    Table table =
        new Table("store, due per second", "served in time", "50 %", "99 %", "99.9 %", "");
    for (ScatterRun.Series each : measured.latencies()) {
      OptionalInt saturation = SaturationPoint.find(each.steps());
      for (int i = 0; i < each.steps().size(); i++) {
        Step step = each.steps().get(i);
        boolean isSaturation = saturation.isPresent() && saturation.getAsInt() == i;
        table.add(
            ScatterPlot.title(each) + ", " + Unit.PER_SECOND.format(step.target()),
            Unit.PER_SECOND.format(step.achieved()),
            Unit.NANOS.format(step.p50()),
            Unit.NANOS.format(step.p99()),
            Unit.NANOS.format(step.p999()),
            (isSaturation ? "**saturated**" : "")
                + (step.unserved() > 0 ? " " + step.unserved() + " abandoned" : ""));
      }
    }
    sections
        .section("Latencies at rising rates")
        .format(
            """
            Reads of blocks of 64 KB with Zipf-distributed popularity, by %d threads. Requests are due at even intervals, whatever
            happened to earlier ones, and are timed from when they were due, so waiting counts. Memory only: all blocks are in
            memory. Otherwise memory holds %.0f %% of them, and a miss is read from flash and inserted. **All devices are files on
            one disk**: more devices add no bandwidth. Reads from flash, by number of devices: %s.
            The saturation point is the first rate from which on less than %.0f %% is served in time, or the 99th percentile is more
            than %.0f times the lowest of the rates before.
            """,
            ScatterRun.THREADS,
            PERCENTS * ScatterRun.IN_MEMORY,
            measured.latencies().stream()
                .filter(each -> each.devices() > 0)
                .map(FlashReport::misses)
                .collect(Collectors.joining(", ")),
            PERCENTS * SaturationPoint.MIN_ACHIEVED,
            SaturationPoint.JUMP)
        .table(table)
        .picture("Latency of each request while the rate rises", LATENCIES);
  }

  private static String misses(ScatterRun.Series of) {
    String absent = of.absent() > 0 ? " (%d of them not found)".formatted(of.absent()) : "";
    return String.format(
        Locale.ROOT, "%d: %.0f %%%s", of.devices(), PERCENTS * of.missRatio(), absent);
  }
}
