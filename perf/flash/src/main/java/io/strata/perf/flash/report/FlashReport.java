package io.strata.perf.flash.report;

import io.strata.perf.common.Goal;
import io.strata.perf.common.Goals;
import io.strata.perf.common.MarkdownTable;
import io.strata.perf.common.Spread;
import io.strata.perf.common.Unit;
import io.strata.perf.flash.engine.EngineKind;
import io.strata.perf.flash.load.Cliff;
import io.strata.perf.flash.load.Step;
import io.strata.perf.flash.measure.Clouds;
import io.strata.perf.flash.measure.Inserts;
import io.strata.perf.flash.measure.Reads;
import io.strata.perf.flash.measure.Restarts;
import io.strata.perf.flash.measure.Restarts.From;
import io.strata.perf.flash.measure.Restarts.Restart;
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

/** The report of a run: a page in Markdown, and drawings beside it. One thread's. */
public final class FlashReport {
  /** The page. */
  public static final String PAGE = "FLASH.md";

  /** The drawing. */
  public static final String CLOUDS = "flash-clouds.svg";

  private static final double READS_LEAST = 1.3;
  private static final double INSERTS_LEAST = 2;
  private static final double WRITE_BEHIND_LEAST = 1.9;
  private static final double HEAP_MOST = 8;
  private static final double HIT_MILLIS_MOST = 1_000;
  private static final double RESTORED_LEAST = 1e6;
  private static final double PERCENTS = 100;

  private final Measured measured;
  private final Goals goals = new Goals("the disk alone");
  private final StringBuilder sections = new StringBuilder();

  /** Prepares it. */
  public FlashReport(Measured measured) {
    this.measured = measured;
  }

  /**
   * Writes the page and the drawings into a folder.
   *
   * @param head what stands at the page's beginning
   */
  public void write(Path folder, String head) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(PAGE), text(head));
    if (!measured.clouds().isEmpty()) {
      Files.writeString(folder.resolve(CLOUDS), CloudPlot.of(measured.clouds()));
    }
  }

  /** The page. */
  String text(String head) {
    addReads();
    addInserts();
    addBytes();
    addWriteBehind();
    Restarts.Results restarts = measured.restarts();
    if (restarts != null) {
      addRestarts(restarts);
      addHeap(restarts);
    }
    addClouds();
    return "# Flash: Strata's engine beside HBase's\n\n"
        + head
        + "\n## What was aimed at\n\n"
        + "By the medians of the rounds; the range of the rounds in brackets. *The disk alone* is what"
        + " would be measured of an\nengine that loses no time: where that is less than was aimed at, no"
        + " engine reaches it on this disk.\n\n"
        + goals.text()
        + sections;
  }

  private void section(String title, String words, MarkdownTable table) {
    sections
        .append("\n## ")
        .append(title)
        .append("\n\n")
        .append(words)
        .append('\n')
        .append(table.text());
  }

  /**
   * Adds a goal for a ratio of rates of the same rounds.
   *
   * @param disk what the numerator could be if the engine lost no time; empty if not known
   * @return the median of the rounds' ratios
   */
  private double addRatio(
      String measure, double least, List<Double> rates, List<Double> others, List<Double> disk) {
    Spread ratios = Spread.ofRatios(rates, others);
    goals.add(
        measure,
        Goal.atLeast(least),
        String.format(Locale.ROOT, "%.1f ×", least),
        ratios,
        Formats::times,
        disk.isEmpty() ? "" : Formats.times(Spread.ofRatios(disk, others).median()));
    return ratios.median();
  }

  private void addGoal(String measure, Goal goal, Spread measured, String unit) {
    goals.add(
        measure,
        goal,
        Formats.plain(goal.limit(), unit),
        measured,
        value -> Formats.plain(value, unit),
        "");
  }

  // ---- reads

  private void addReads() {
    if (measured.reads().isEmpty()) {
      return;
    }
    MarkdownTable table =
        new MarkdownTable(
            "blocks, threads, engine",
            "reads",
            "50 %",
            "99 %",
            "99.9 %",
            "from the device a read",
            "Strata's ratio");
    measured.reads().entrySet().stream()
        .sorted(
            Comparator.comparing(
                    (Map.Entry<Reads.Case, Reads.Result> each) -> -each.getKey().blockBytes())
                .thenComparing(each -> each.getKey().threads())
                .thenComparing(each -> each.getKey().engine())
                .thenComparing(each -> each.getKey().cached()))
        .forEach(each -> addRead(table, each.getKey(), each.getValue()));
    section(
        "Random reads of single blocks",
        """
        Each read gives HBase's block object, whose memory is given back. Strata reads past the page cache where the file
        system lets it, and checks each block's checksum; HBase's engine reads through the page cache, and checks none.
        The page cache is emptied of both engines' files before, and again each time that a tenth of the blocks was read (which
        is not timed), and no block is read twice: so it answers only what the kernel read ahead or a neighbour brought in.
        *All cached* says that all of HBase's file is in the page cache: then HBase reads memory, and the rate of Strata to
        compare with is that of its row above, for which the page cache makes no difference. What the system says was read from
        the device for each read tells which was which. *The disk alone*: as many bytes in the same places, past the page cache,
        and nothing made of them.
        """,
        table);
  }

  private void addRead(MarkdownTable table, Reads.Case of, Reads.Result result) {
    String threads = of.threads() == 1 ? "1 thread" : of.threads() + " threads";
    String what = Formats.blockSize(of.blockBytes()) + ", " + threads;
    Reads.Result strata =
        measured
            .reads()
            .get(new Reads.Case(of.blockBytes(), of.threads(), EngineKind.STRATA, false));
    String ratio = "";
    if (of.engine() == EngineKind.HBASE && strata != null) {
      ratio =
          of.cached()
              ? Formats.times(Formats.median(strata.rates()) / Formats.median(result.rates()))
              : Formats.times(
                  addRatio(
                      "reads, " + what, READS_LEAST, strata.rates(), result.rates(), ofDisk(of)));
    } else if (of.engine() == EngineKind.DISK && strata != null) {
      ratio = Formats.times(Formats.median(strata.rates()) / Formats.median(result.rates()));
    }
    table.add(
        what + ", " + of.engine().title() + (of.cached() ? ", all cached" : ""),
        Formats.spread(result.rates(), Unit.PER_SECOND),
        nanos(result, 50),
        nanos(result, 99),
        nanos(result, 99.9),
        Formats.kilobytes(result.deviceBytes()),
        ratio);
  }

  private List<Double> ofDisk(Reads.Case of) {
    Reads.Result disk =
        measured.reads().get(new Reads.Case(of.blockBytes(), of.threads(), EngineKind.DISK, false));
    return disk == null ? List.of() : disk.rates();
  }

  private static String nanos(Reads.Result result, double percentile) {
    return Unit.NANOS.format((double) result.latencies().getValueAtPercentile(percentile));
  }

  // ---- inserts

  private void addInserts() {
    if (measured.inserts().isEmpty()) {
      return;
    }
    MarkdownTable table =
        new MarkdownTable("blocks, file, engine", "inserts", "lost", "Strata's ratio");
    sortedInserts().forEach(each -> addInsert(table, each.getKey(), each.getValue()));
    section(
        "Inserts",
        """
        As fast as the engine takes them, by two threads, and many times what its buffers hold; the time ends when all is on
        the device. Both engines are waited for: HBase's drops what its queues do not take by default, and is told here to let
        the inserting thread wait. *Lost* is what was gone in the end without having had to make room. A file that is full was
        filled before, so that each block takes the room of others. *Warm*: the engine also writes down what it needs to find
        its blocks after a restart. *The disk alone*: as many bytes in regions as Strata's, without a copy of a block.
        """,
        table);
  }

  /** Rows to compare next to each other. */
  private List<Map.Entry<Inserts.Case, Inserts.Result>> sortedInserts() {
    return measured.inserts().entrySet().stream()
        .sorted(
            Comparator.comparing(
                    (Map.Entry<Inserts.Case, Inserts.Result> each) -> -each.getKey().blockBytes())
                .thenComparing(each -> each.getKey().warm())
                .thenComparing(each -> each.getKey().full())
                .thenComparing(each -> each.getKey().engine()))
        .toList();
  }

  private static String words(Inserts.Case of) {
    return Formats.blockSize(of.blockBytes())
        + (of.full() ? ", full" : ", empty")
        + (of.warm() ? ", warm" : "");
  }

  private void addInsert(MarkdownTable table, Inserts.Case of, Inserts.Result result) {
    String ratio = "";
    List<Double> strata = ratesOf(EngineKind.STRATA, of, of.warm());
    if (of.engine() == EngineKind.HBASE && !strata.isEmpty()) {
      // The disk does not keep anything to find its blocks by.
      List<Double> disk = ratesOf(EngineKind.DISK, of, false);
      ratio =
          Formats.times(
              addRatio("inserts, " + words(of), INSERTS_LEAST, strata, result.rates(), disk));
    } else if (of.engine() == EngineKind.DISK && !strata.isEmpty()) {
      ratio = Formats.times(Formats.median(strata) / Formats.median(result.rates()));
    }
    table.add(
        words(of) + ", " + of.engine().title(),
        Formats.spread(result.rates(), Unit.PER_SECOND),
        Formats.spread(result.lost(), Unit.SHARE),
        ratio);
  }

  private List<Double> ratesOf(EngineKind kind, Inserts.Case of, boolean warm) {
    Inserts.Result result =
        measured.inserts().get(new Inserts.Case(of.blockBytes(), kind, of.full(), warm));
    return result == null ? List.of() : result.rates();
  }

  private void addBytes() {
    if (measured.inserts().isEmpty()) {
      return;
    }
    MarkdownTable table =
        new MarkdownTable("blocks, file, engine", "by the system", "by the engine itself");
    for (Map.Entry<Inserts.Case, Inserts.Result> each : sortedInserts()) {
      if (each.getKey().engine() == EngineKind.DISK) {
        continue;
      }
      table.add(
          words(each.getKey()) + ", " + each.getKey().engine().title(),
          Formats.amplification(each.getValue().deviceBytes()),
          Formats.amplification(each.getValue().ownBytes()));
    }
    section(
        "Bytes written to the device for each byte of a block",
        """
        Of the same inserts, medians. By the system: what Linux counts as written by this process, pages that became dirty
        included, and so snapshots and maps too. By the engine: its own count of what it wrote of blocks; HBase has none.
        """,
        table);
  }

  private void addWriteBehind() {
    if (measured.writeBehind().isEmpty()) {
      return;
    }
    MarkdownTable table =
        new MarkdownTable("blocks, threads", "ring", EngineKind.WRITE_THROUGH.title(), "ratio");
    for (Map.Entry<WriteBehind.Case, List<Double>> each : measured.writeBehind().entrySet()) {
      WriteBehind.Case of = each.getKey();
      List<Double> without =
          measured
              .writeBehind()
              .get(new WriteBehind.Case(of.blockBytes(), of.threads(), EngineKind.WRITE_THROUGH));
      if (of.engine() == EngineKind.STRATA && without != null) {
        String what =
            Formats.blockSize(of.blockBytes())
                + ", "
                + (of.threads() == 1 ? "1 thread" : of.threads() + " threads");
        double ratio =
            addRatio(
                "write-behind, " + what, WRITE_BEHIND_LEAST, each.getValue(), without, List.of());
        table.add(
            what,
            Formats.spread(each.getValue(), Unit.PER_SECOND),
            Formats.spread(without, Unit.PER_SECOND),
            Formats.times(ratio));
      }
    }
    section(
        "Inserts with write-behind and without",
        """
        Without: the same header, checksum, index and file, past the page cache too, but each block is written by itself, in
        the ring's order, by the thread that inserts it, which waits for that write alone and not for the device's own cache.
        The files were written as a whole before. The time ends when all is on the device.
        """,
        table);
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

  private void addRestarts(Restarts.Results results) {
    MarkdownTable table =
        new MarkdownTable(
            "restart", "open", "first hit", "all restored", "blocks", "blocks a second");
    for (From from : From.values()) {
      List<Restart> all =
          results.restarts().stream().filter(restart -> restart.from() == from).toList();
      List<Double> rates =
          all.stream().map(each -> each.blocks() * 1e3 / each.restoredMillis()).toList();
      double hit = median(all, Restart::hitMillis);
      if (from == From.SNAPSHOT || from == From.REGIONS) {
        String what = from == From.SNAPSHOT ? "from the snapshot" : "from the regions";
        addGoal(
            "first hit after a restart " + what,
            Goal.atMost(HIT_MILLIS_MOST),
            Spread.of(all.stream().mapToDouble(Restart::hitMillis)),
            "ms");
        addGoal("restored " + what, Goal.atLeast(RESTORED_LEAST), Spread.of(rates), "blocks/s");
      }
      boolean any = median(all, Restart::blocks) > 0;
      table.add(
          words(from),
          Formats.millis(median(all, Restart::openMillis)),
          Formats.millis(hit),
          any ? Formats.millis(median(all, Restart::restoredMillis)) : "nothing",
          Unit.COUNT.format(median(all, Restart::blocks)),
          any ? Formats.spread(rates, Unit.PER_SECOND) : "–");
    }
    section(
        "After a restart",
        String.format(
            Locale.ROOT,
            """
            %,d small blocks, in as many regions as blocks of 64 KB would fill, closed in good order and opened again in the same
            process, with nothing of the files in the page cache. The times are from when opening began; the first hit is that of
            a thread that asks for random blocks meanwhile. HBase opens only when it has read its map.
            """,
            results.blocks()),
        table);
  }

  private static double median(List<Restart> restarts, ToDoubleFunction<Restart> value) {
    return Formats.median(restarts.stream().map(each -> value.applyAsDouble(each)).toList());
  }

  private void addHeap(Restarts.Results results) {
    Restarts.Footprint footprint = results.footprint();
    addGoal(
        "heap for each block",
        Goal.atMost(HEAP_MOST),
        Spread.of(List.of(footprint.strataHeap())),
        "bytes");
    MarkdownTable table = new MarkdownTable("engine", "heap", "off the heap");
    table.add(
        EngineKind.STRATA.title(),
        Unit.BYTES.format(footprint.strataHeap()),
        Unit.BYTES.format(footprint.strataIndex()));
    table.add(EngineKind.HBASE.title(), Unit.BYTES.format(footprint.hbaseHeap()), "–");
    section(
        "Memory for each block",
        """
        Used heap after garbage collections, before and after the same blocks came in; off the heap, what Strata's index takes
        for each block that it has room for.
        """,
        table);
  }

  // ---- clouds

  private void addClouds() {
    if (measured.clouds().isEmpty()) {
      return;
    }
    MarkdownTable table =
        new MarkdownTable("store, due a second", "served in time", "50 %", "99 %", "99.9 %", "");
    for (Clouds.Series each : measured.clouds()) {
      OptionalInt cliff = Cliff.find(each.steps());
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
    section("Latencies at rising rates", cloudWords(), table);
    sections.append("\n![Latency of each request while the rate rises](" + CLOUDS + ")\n");
  }

  private String cloudWords() {
    StringBuilder misses = new StringBuilder();
    for (Clouds.Series each : measured.clouds()) {
      if (each.devices() > 0) {
        misses.append(
            String.format(
                Locale.ROOT,
                "%s%d: %.0f %%%s",
                misses.isEmpty() ? "" : ", ",
                each.devices(),
                PERCENTS * each.missRatio(),
                each.absent() > 0 ? " (" + each.absent() + " of them found nothing)" : ""));
      }
    }
    return String.format(
        Locale.ROOT,
        """
        Reads of blocks of 64 KB, popular by Zipf's law, by %d threads. Requests are due at even intervals whatever became of
        those before, and are timed from when they were due, so that waiting counts. Memory only: all blocks are in it.
        Otherwise it has room for %.0f %% of them, a block that it lacks is read from flash and comes into it. **All devices are
        files on one disk**: more of them bring no more of it. Reads that went to flash, by devices: %s.
        The cliff is the first rate from which on less than %.0f %% is served in time, or the 99th percentile is more than %.0f times
        the least of those before.
        """,
        Clouds.THREADS,
        PERCENTS * Clouds.IN_MEMORY,
        misses,
        PERCENTS * Cliff.LEAST_ACHIEVED,
        Cliff.JUMP);
  }

  /** Measures whose goal was missed; known once the page was made. */
  public List<String> missed() {
    return goals.missed();
  }
}
