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

/** The report of a run, in Markdown. */
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

  /** Creates a report of the figures of a run. */
  public StreamReport(Figures<EngineKind> figures, Scale scale) {
    this.figures = figures;
    this.scale = scale;
    this.appenders = figures.subjects().stream().filter(EngineKind::appends).toList();
  }

  /** Returns the report, headed by the facts of the run. */
  public String page(Facts facts) {
    page.section(1, "Appendable entries, compared with other caches");
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
        - Scale: %,d entries of %,d bytes inserted, read and deleted; %,d random operations on
          entries of %,d bytes, and %,d on entries of %,d bytes (%.1f %% of a million); per round,
          appends of %,d bytes totalling %,d MB, and of %,d bytes totalling %,d MB; %,d tail reads.
        - Each engine runs in separate, interleaved processes with pre-touched heaps. Processes per
          section: %d; twice as many for the table, one for RocksDB. Rounds per process: %d, more if
          they are short and fewer if they are long, after a warm-up. Figures are medians with
          minimum and maximum; all ratios are of this run.
        - Every engine copies data on insert and on read.
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
    addGoal(goals, "delete, relative to HashMap", Names.DELETE, EngineKind.HASH_MAP, 1);
    addGoal(goals, "random, 10 KB", Names.RANDOM, BASE, 1.2);
    addGoal(goals, "random, 100 KB", Names.RANDOM_LARGE, BASE, 1.2);
    for (int bytes : Scale.APPENDS) {
      for (int producers : Scale.PRODUCERS) {
        String title = "append " + appends(bytes, producers);
        addGoal(goals, title, Names.append(bytes, producers), BASE, producers == 1 ? 1.5 : 2);
      }
    }
    double metadata = (double) StreamLayout.WORD_BYTES / StreamLayout.BUFFER_BYTES;
    goals.add(
        "metadata, fraction of all memory",
        Goal.atMost(MAX_METADATA),
        Unit.PERCENT,
        Spread.of(List.of(metadata)));
    page.section("Targets")
        .format(
            """
            Speed relative to %s, unless another engine is named.
            Copying alone, into fixed slots, is %s as fast at inserts and %s at gets; an engine that
            copies cannot be faster. The metadata follows from the layout: %,d bytes of each buffer
            of %,d.
            """,
            BASE.title(),
            times(EngineKind.PLACES, BASE, Names.INSERT),
            times(EngineKind.PLACES, BASE, Names.GET),
            StreamLayout.WORD_BYTES,
            StreamLayout.BUFFER_BYTES)
        .table(goals.table());
  }

  /** Adds a target for Strata's speed relative to another engine. */
  private void addGoal(Goals goals, String title, String name, EngineKind other, double factor) {
    Spread ratio = Spread.of(List.of(ratio(EngineKind.STRATA, other, name)));
    goals.add(title, Goal.atLeast(factor), Unit.TIMES, ratio);
  }

  /** Returns the speed relative to another engine: the other's median over this one's. */
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
    page.section("Insert, get, delete, and random operations")
        .format(
            """
            Nanoseconds per operation in one thread, and the speed relative to %s.
            The first insert goes to memory that was not used before. Of random operations, 60 %%
            insert and 40 %% delete; the time of each includes a read that follows it. *%s* stores
            each entry in a fixed slot, without look-ups or allocation.
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
            Each producer appends to its own stream at full speed; a stream that would exceed 1 MiB
            is deleted and restarted. OHC and RocksDB have no appendable entries, so each append is
            a separate entry. The HashMap is left out because it is not thread-safe. Elapsed
            nanoseconds per append over all producers, and the speed relative to %s.
            """,
            BASE.title())
        .table(table)
        .text(
            """
            Nanoseconds from the call to the return of an append, clock reads included; with more
            producers than processors, they include the wait for a processor. The median over
            processes; for max, the maximum.
            """)
        .table(latencies);
  }

  /** Returns the title of appends of a length by a number of producers. */
  static String appends(int bytes, int producers) {
    return String.format(
        Locale.ROOT, "%,d bytes, %d producer%s", bytes, producers, producers == 1 ? "" : "s");
  }

  private void addTails() {
    Table table = percentiles();
    for (int bytes : Scale.APPENDS) {
      addPercentiles(table, String.format(Locale.ROOT, "%,d bytes", bytes), Names.tail(bytes));
    }
    page.section("Tail reads")
        .text(
            """
            One thread appends, another spins until the append is published and reads it:
            nanoseconds from the call of the append to the last byte read.
            """)
        .table(table);
  }

  private static Table percentiles() {
    return new Table("append", "p50", "p99", "p99.9", "max");
  }

  /** Adds a row for each engine that has values. */
  private void addPercentiles(Table table, String title, String name) {
    for (EngineKind kind : appenders) {
      List<String> cells = new ArrayList<>(List.of(title + ", " + kind.title()));
      for (double percentile : Names.PERCENTILES) {
        Spread spread = figures.spread(Names.percentile(name, percentile), kind);
        cells.add(Unit.COUNT.format(percentile == 100 ? spread.max() : spread.median()));
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
            "the entries alone",
            sections,
            section -> Unit.COUNT.format(section.sizing(scale).netBytes() / 1e6)));
    page.section("Memory")
        .text(
            """
            Peak resident MB of the process, including the JVM and its heap, of the configured
            capacity of the engine in MB. The capacity of the HashMap is the heap; that of RocksDB
            is its block cache and write buffers, with the rest on disk. A dash if the operating
            system does not report resident memory.
            """)
        .table(table);
  }

  private String memory(EngineKind kind, Section section) {
    Spread configured = figures.spread(Names.configured(section.title()), kind);
    Spread resident = figures.spread(Names.resident(section.title()), kind);
    return Double.isNaN(configured.median())
        ? Spread.NONE
        : Unit.COUNT.format(resident.max() / 1e6)
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
            Unit.COUNT.format(spread.min()),
            Unit.COUNT.format(spread.max()),
            hasRatio ? ", " + times(kind, BASE, name) : "");
  }
}
