package io.strata.perf.stream.report;

import io.strata.l2.stream.layout.StreamLayout;
import io.strata.perf.common.Facts;
import io.strata.perf.common.Figures;
import io.strata.perf.common.Goal;
import io.strata.perf.common.Goals;
import io.strata.perf.common.Markdown;
import io.strata.perf.common.Spread;
import io.strata.perf.common.Table;
import io.strata.perf.common.Unit;
import io.strata.perf.stream.engine.EngineKind;
import io.strata.perf.stream.measure.Names;
import io.strata.perf.stream.measure.Scale;
import io.strata.perf.stream.measure.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The page of a run. */
public final class StreamReport {
  private static final EngineKind BASE = EngineKind.PRAVEGA;
  private static final double MAX_METADATA = 0.002;
  private static final List<String> OPERATIONS =
      List.of(
          Names.FIRST_INSERT,
          Names.INSERT,
          Names.GET,
          Names.DELETE,
          Names.RANDOM,
          Names.RANDOM_LARGE);

  private final Figures<EngineKind> figures;
  private final Scale scale;
  private final List<EngineKind> appenders;
  private final Markdown page = new Markdown();

  /** Of these figures. */
  public StreamReport(Figures<EngineKind> figures, Scale scale) {
    this.figures = figures;
    this.scale = scale;
    this.appenders = figures.subjects().stream().filter(EngineKind::appends).toList();
  }

  /** Returns the page, below what says how it was measured. */
  public String page(Facts facts) {
    page.section(1, "Entries that grow, beside the peers");
    facts.addTo(page);
    addMethod();
    addGoals();
    addOperations();
    addAppends();
    addTails();
    addMemory();
    return page.toString();
  }

  private void addMethod() {
    page.format(
        """
        - Scale: %,d entries of %,d bytes inserted, read and deleted; %,d random operations on entries of %,d bytes, and
          %,d on entries of %,d bytes, which is %.1f %% of a million; appends of %,d bytes that come to %,d MB in each
          round, of %,d bytes %,d MB; %,d reads of the tail.
        - Each engine in processes of its own, by turns, whose heaps are touched before; for each section: %d, of the
          table twice as many, of RocksDB one; rounds in each: %d, more of short ones and fewer of long ones, after others
          that are not counted. Medians, with the least and the most; all ratios are of this run.
        - What is written is copied in, and what is read is copied out, by every engine.
        """,
        scale.entries(),
        Scale.SMALL,
        scale.operations(),
        Scale.SMALL,
        scale.largeOperations(),
        Scale.LARGE,
        100.0 * scale.largeOperations() / Scale.WHOLE,
        Scale.FEW,
        scale.fewAppendBytes() / 1_000_000,
        Scale.SMALL,
        scale.appendBytes() / 1_000_000,
        scale.tailReads(),
        scale.forks(),
        scale.rounds());
  }

  private void addGoals() {
    Goals goals = new Goals();
    addGoal(goals, "insert", Names.INSERT, BASE, 1.2);
    addGoal(goals, "get", Names.GET, BASE, 1.5);
    addGoal(goals, "delete", Names.DELETE, BASE, 1.5);
    addGoal(goals, "delete, to the HashMap's", Names.DELETE, EngineKind.HASH_MAP, 1);
    addGoal(goals, "random, 10 KB", Names.RANDOM, BASE, 1.2);
    addGoal(goals, "random, 100 KB", Names.RANDOM_LARGE, BASE, 1.2);
    for (int bytes : Scale.APPENDS) {
      for (int producers : Scale.PRODUCERS) {
        String title = "append " + appends(bytes, producers);
        addGoal(goals, title, Names.append(bytes, producers), BASE, producers == 1 ? 1.5 : 2);
      }
    }
    double metadata = (double) StreamLayout.WORD_BLOCKS / StreamLayout.BLOCKS;
    goals.add(
        "metadata, of all memory",
        Goal.atMost(MAX_METADATA),
        Unit.PERCENT,
        Spread.of(List.of(metadata)));
    page.section("What was aimed at")
        .format(
            """
            How many times as fast as %s, if no other is named.
            Copying alone, to places that need not be sought, is %s as fast at inserts, and %s at gets: an engine that copies
            cannot be faster. The metadata is what the layout has: %d of the %,d blocks of %d KB in each buffer of %d MB.
            """,
            BASE.title(),
            times(EngineKind.PLACES, BASE, Names.INSERT),
            times(EngineKind.PLACES, BASE, Names.GET),
            StreamLayout.WORD_BLOCKS,
            StreamLayout.BLOCKS,
            StreamLayout.BLOCK_BYTES >> 10,
            StreamLayout.BUFFER_BYTES >> 20)
        .table(goals.table());
  }

  /** Adds how many times as fast as another engine Strata is to be. */
  private void addGoal(Goals goals, String title, String name, EngineKind other, double factor) {
    Spread ratio = Spread.of(List.of(ratio(EngineKind.STRATA, other, name)));
    goals.add(title, Goal.atLeast(factor), Unit.TIMES, ratio);
  }

  /** Returns how many times as fast as another engine: the other's median over this one's. */
  private double ratio(EngineKind kind, EngineKind other, String name) {
    return figures.spread(name, other).median() / figures.spread(name, kind).median();
  }

  private String times(EngineKind kind, EngineKind other, String name) {
    return Unit.TIMES.format(ratio(kind, other, name));
  }

  private void addOperations() {
    Table table =
        new Table(
            "engine", "first insert", "insert", "get", "delete", "random 10 KB", "random 100 KB");
    for (EngineKind kind : figures.subjects()) {
      table.add(row(kind.title(), OPERATIONS, name -> cell(kind, name)));
    }
    page.section("Insert, get, delete, and at random")
        .format(
            """
            Nanoseconds for each operation by one thread, and how many times as fast as %s.
            The first insert takes memory that nothing was in before. Of random operations six of ten insert, four delete, and
            each is followed by a read, which is in its time. *%s* is what is left where each entry has a place of its own, so
            that nothing is sought, taken or given back.
            """,
            BASE.title(), EngineKind.PLACES.title())
        .table(table);
  }

  private void addAppends() {
    Table table = new Table(row("append", appenders, EngineKind::title).toArray(String[]::new));
    Table latencies = percentiles();
    for (int bytes : Scale.APPENDS) {
      for (int producers : Scale.PRODUCERS) {
        String name = Names.append(bytes, producers);
        String title = appends(bytes, producers);
        table.add(row(title, appenders, kind -> cell(kind, name)));
        addPercentiles(latencies, title, name);
      }
    }
    page.section("Appends")
        .format(
            """
            Each producer appends to a stream of its own, as fast as it can; a stream that would be longer than 1 MiB is
            deleted, and another begun. In OHC and RocksDB each append is an entry of its own, as theirs do not grow; the
            HashMap is left out, for it is one thread's. Nanoseconds of the clock for each append of all producers together,
            and how many times as fast as %s.
            """,
            BASE.title())
        .table(table)
        .text(
            """
            Nanoseconds from the call to the return of an append, with a look at the clock before and after each; with more
            producers than processors, the waiting for a processor is in it. Of several processes, the median; of max, the
            longest.
            """)
        .table(latencies);
  }

  /** Returns what is appended, and by how many. */
  static String appends(int bytes, int producers) {
    return String.format(
        Locale.ROOT, "%,d bytes, %d producer%s", bytes, producers, producers == 1 ? "" : "s");
  }

  private void addTails() {
    Table table = percentiles();
    for (int bytes : Scale.APPENDS) {
      addPercentiles(table, String.format(Locale.ROOT, "%,d bytes", bytes), Names.tail(bytes));
    }
    page.section("Reads of the tail")
        .text(
            """
            One thread appends, another spins until it knows, and reads what was appended: nanoseconds from the call of the
            append to the last byte.
            """)
        .table(table);
  }

  private static Table percentiles() {
    return new Table("append", "p50", "p99", "p99.9", "max");
  }

  /** Adds a row for each engine of which there are any. */
  private void addPercentiles(Table table, String title, String name) {
    for (EngineKind kind : appenders) {
      List<String> cells = new ArrayList<>(List.of(title + ", " + kind.title()));
      for (double percentile : Names.PERCENTILES) {
        Spread spread = figures.spread(Names.percentile(name, percentile), kind);
        cells.add(Unit.COUNT.format(percentile == 100 ? spread.most() : spread.median()));
      }
      if (!cells.contains(Spread.NONE)) {
        table.add(cells);
      }
    }
  }

  private void addMemory() {
    List<Section> sections = List.of(Section.values());
    Table table = new Table("engine", "table", "random", "large", "appends");
    for (EngineKind kind : figures.subjects()) {
      table.add(row(kind.title(), sections, section -> memory(kind, section)));
    }
    table.add(
        row(
            "the entries themselves",
            sections,
            section -> Unit.COUNT.format(section.sizing(scale).netBytes() / 1e6)));
    page.section("Memory")
        .text(
            """
            MB of the process that were resident at most, with the JVM and all of its heap that it ever used, of the MB that the
            engine was told it may take: of the HashMap the heap; of RocksDB its cache and its buffers for what is written, the
            rest is on disk. Where the operating system does not tell what is resident, a dash.
            """)
        .table(table);
  }

  private String memory(EngineKind kind, Section section) {
    Spread configured = figures.spread(Names.configured(section.title()), kind);
    Spread resident = figures.spread(Names.resident(section.title()), kind);
    return Double.isNaN(configured.median())
        ? Spread.NONE
        : Unit.COUNT.format(resident.most() / 1e6)
            + " of "
            + Unit.COUNT.format(configured.median() / 1e6);
  }

  private static <T> List<String> row(String first, List<T> columns, Function<T, String> cell) {
    List<String> cells = new ArrayList<>(List.of(first));
    columns.forEach(column -> cells.add(cell.apply(column)));
    return cells;
  }

  private String cell(EngineKind kind, String name) {
    Spread spread = figures.spread(name, kind);
    if (Double.isNaN(spread.median())) {
      return Spread.NONE;
    }
    boolean hasRatio = kind != BASE && figures.has(name, BASE);
    return "%s (%s–%s%s)"
        .formatted(
            Unit.COUNT.format(spread.median()),
            Unit.COUNT.format(spread.least()),
            Unit.COUNT.format(spread.most()),
            hasRatio ? ", " + times(kind, BASE, name) : "");
  }
}
