package io.strata.perf.stream.report;

import io.strata.l2.stream.layout.StreamLayout;
import io.strata.perf.common.Figures;
import io.strata.perf.common.Goal;
import io.strata.perf.common.Goals;
import io.strata.perf.common.MarkdownTable;
import io.strata.perf.common.Spread;
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
  private static final EngineKind OURS = EngineKind.STRATA;
  private static final double METADATA_AT_MOST = 0.002;

  private final Figures<EngineKind> figures;
  private final Scale scale;
  private final List<EngineKind> appenders;

  /** Of these figures. */
  public StreamReport(Figures<EngineKind> figures, Scale scale) {
    this.figures = figures;
    this.scale = scale;
    this.appenders = figures.subjects().stream().filter(EngineKind::appends).toList();
  }

  /** The page, below what says how it was measured. */
  public String page(String head) {
    return "# Entries that grow, beside the peers\n\n"
        + head
        + method()
        + goals()
        + table()
        + appends()
        + tails()
        + memory();
  }

  private String method() {
    return text(
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

  private String goals() {
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
        Goal.atMost(METADATA_AT_MOST),
        text("%.1f %%", 100 * METADATA_AT_MOST),
        Spread.of(List.of(metadata)),
        value -> text("%.3f %%", 100 * value));
    return text(
        """
        ## What was aimed at

        How many times as fast as %s, if no other is named.
        Copying alone, to places that need not be sought, is %s as fast at inserts, and %s at gets: an engine that copies
        cannot be faster. The metadata is what the layout has: %d of the %,d blocks of %d KB in each buffer of %d MB.

        %s
        """,
        BASE.title(),
        times(ratio(EngineKind.PLACES, BASE, Names.INSERT)),
        times(ratio(EngineKind.PLACES, BASE, Names.GET)),
        StreamLayout.WORD_BLOCKS,
        StreamLayout.BLOCKS,
        StreamLayout.BLOCK_BYTES >> 10,
        StreamLayout.BUFFER_BYTES >> 20,
        goals.text());
  }

  /** Adds how many times as fast as another engine Strata is to be. */
  private void addGoal(Goals goals, String title, String name, EngineKind other, double factor) {
    goals.add(
        title,
        Goal.atLeast(factor),
        times(factor),
        Spread.of(List.of(ratio(OURS, other, name))),
        StreamReport::times);
  }

  /** Returns how many times as fast as another engine: the other's median over this one's. */
  private double ratio(EngineKind kind, EngineKind other, String name) {
    return figures.spread(name, other).median() / figures.spread(name, kind).median();
  }

  private String table() {
    List<String> names =
        List.of(
            Names.FIRST_INSERT,
            Names.INSERT,
            Names.GET,
            Names.DELETE,
            Names.RANDOM,
            Names.RANDOM_LARGE);
    MarkdownTable table =
        new MarkdownTable(
            "engine", "first insert", "insert", "get", "delete", "random 10 KB", "random 100 KB");
    for (EngineKind kind : figures.subjects()) {
      table.add(row(kind.title(), names, name -> cell(kind, name)));
    }
    return text(
        """
        ## Insert, get, delete, and at random

        Nanoseconds for each operation by one thread, and how many times as fast as %s.
        The first insert takes memory that nothing was in before. Of random operations six of ten insert, four delete, and
        each is followed by a read, which is in its time. *%s* is what is left where each entry has a place of its own, so
        that nothing is sought, taken or given back.

        %s
        """,
        BASE.title(), EngineKind.PLACES.title(), table.text());
  }

  private String appends() {
    MarkdownTable table = new MarkdownTable(headings("append"));
    MarkdownTable latencies = new MarkdownTable("append", "p50", "p99", "p99.9", "max");
    for (int bytes : Scale.APPENDS) {
      for (int producers : Scale.PRODUCERS) {
        String name = Names.append(bytes, producers);
        String title = appends(bytes, producers);
        table.add(row(title, appenders, kind -> cell(kind, name)));
        addPercentiles(latencies, title, name);
      }
    }
    return text(
        """
        ## Appends

        Each producer appends to a stream of its own, as fast as it can; a stream that would be longer than 1 MiB is
        deleted, and another begun. In OHC and RocksDB each append is an entry of its own, as theirs do not grow; the
        HashMap is left out, for it is one thread's. Nanoseconds of the clock for each append of all producers together,
        and how many times as fast as %s.

        %s
        Nanoseconds from the call to the return of an append, with a look at the clock before and after each; with more
        producers than processors, the waiting for a processor is in it. Of several processes, the median; of max, the
        longest.

        %s
        """,
        BASE.title(), table.text(), latencies.text());
  }

  /** What is appended, and by how many. */
  static String appends(int bytes, int producers) {
    return text("%,d bytes, %d producer%s", bytes, producers, producers == 1 ? "" : "s");
  }

  private String tails() {
    MarkdownTable table = new MarkdownTable("append", "p50", "p99", "p99.9", "max");
    for (int bytes : Scale.APPENDS) {
      addPercentiles(table, text("%,d bytes", bytes), Names.tail(bytes));
    }
    return text(
        """
        ## Reads of the tail

        One thread appends, another spins until it knows, and reads what was appended: nanoseconds from the call of the
        append to the last byte.

        %s
        """,
        table.text());
  }

  /** Adds a row for each engine of which there are any. */
  private void addPercentiles(MarkdownTable table, String title, String name) {
    for (EngineKind kind : appenders) {
      List<String> cells = new ArrayList<>(List.of(title + ", " + kind.title()));
      for (double percentile : Names.PERCENTILES) {
        Spread spread = figures.spread(Names.percentile(name, percentile), kind);
        cells.add(count(percentile == 100 ? spread.most() : spread.median()));
      }
      if (!cells.contains(Spread.NONE)) {
        table.add(cells.toArray(String[]::new));
      }
    }
  }

  private String memory() {
    List<Section> sections = List.of(Section.values());
    MarkdownTable table = new MarkdownTable("engine", "table", "random", "large", "appends");
    for (EngineKind kind : figures.subjects()) {
      table.add(row(kind.title(), sections, section -> memory(kind, section)));
    }
    table.add(
        row(
            "the entries themselves",
            sections,
            section -> count(section.sizing(scale).netBytes() / 1e6)));
    return text(
        """
        ## Memory

        MB of the process that were resident at most, with the JVM and all of its heap that it ever used, of the MB that the
        engine was told it may take: of the HashMap the heap; of RocksDB its cache and its buffers for what is written, the
        rest is on disk. Where the operating system does not tell what is resident, a dash.

        %s""",
        table.text());
  }

  private String memory(EngineKind kind, Section section) {
    Spread configured = figures.spread(Names.configured(section.title()), kind);
    Spread resident = figures.spread(Names.resident(section.title()), kind);
    return Double.isNaN(configured.median())
        ? Spread.NONE
        : count(resident.most() / 1e6) + " of " + count(configured.median() / 1e6);
  }

  private String[] headings(String first) {
    return row(first, appenders, EngineKind::title);
  }

  private static <T> String[] row(String first, List<T> columns, Function<T, String> cell) {
    List<String> cells = new ArrayList<>(List.of(first));
    for (T column : columns) {
      cells.add(cell.apply(column));
    }
    return cells.toArray(String[]::new);
  }

  private String cell(EngineKind kind, String name) {
    Spread spread = figures.spread(name, kind);
    if (Double.isNaN(spread.median())) {
      return Spread.NONE;
    }
    double ratio = ratio(kind, BASE, name);
    String range = count(spread.least()) + "–" + count(spread.most());
    String faster = kind == BASE || Double.isNaN(ratio) ? "" : ", " + times(ratio);
    return count(spread.median()) + " (" + range + faster + ")";
  }

  private static String count(double value) {
    return Double.isNaN(value) ? Spread.NONE : text("%,.0f", value);
  }

  private static String times(double ratio) {
    return Double.isNaN(ratio) ? Spread.NONE : text("%.2f ×", ratio);
  }

  private static String text(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }
}
