package io.strata.perf.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.strata.perf.common.Facts;
import io.strata.perf.common.Goal;
import io.strata.perf.common.Goals;
import io.strata.perf.common.Markdown;
import io.strata.perf.common.Spread;
import io.strata.perf.common.Table;
import io.strata.perf.common.Unit;
import io.strata.perf.data.Restart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** The report of restarts: a page in Markdown and a chart. Not thread-safe. */
public final class RestartReport {
  /** File name of the page. */
  public static final String PAGE = "RESTART.md";

  /** File name of the chart. */
  public static final String CHART = "restart.svg";

  /** File name of the raw data: the rounds of each cache. */
  public static final String DATA = "restart.json";

  private static final Gson JSON = new GsonBuilder().serializeSpecialFloatingPointValues().create();

  /** The first seconds after the restart, for which the report has figures. */
  private static final int FIRST_SECONDS = 10;

  private static final Goal HIT_RATIO = Goal.atLeast(0.95);
  private static final double MEGA = 1e6;

  private static final String METHOD =
      """
      All rows of one table are in the cache. Gets of single rows, all equally likely, are sent at a fixed rate; then the
      RegionServer is stopped gracefully and started again. While it is down, no load is sent, and a separate thread requests a row until
      it is answered. From that answer on the load continues, over a new connection. Latencies count from the time at which a get was
      due.

      * The *hit ratio* is of data blocks, from the server's own counters since its process began. HBase refreshes them every second, and
        withholds them for some seconds after a region was opened.
      * *p99 is back* with the first of %d consecutive seconds whose p99 is at most %.1f times the median of the seconds before the stop.
      * The first seconds of a new JVM are slow with either cache, since its code is not compiled yet.
      """
          .formatted(Restart.BACK_SECONDS, Restart.BACK);

  private final Map<Restart.RestartedCache, List<Restart>> measured;

  /**
   * Prepares a report.
   *
   * @param measured the rounds of each cache, equally many
   */
  public RestartReport(Map<Restart.RestartedCache, List<Restart>> measured) {
    this.measured = measured;
  }

  /**
   * Writes the page, the chart and the raw data to a folder.
   *
   * @param facts for the beginning of the page
   */
  public void write(Path folder, Facts facts) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(PAGE), text(facts));
    Files.writeString(folder.resolve(CHART), RestartChart.of(measured));
    Files.writeString(folder.resolve(DATA), JSON.toJson(measured) + "\n");
  }

  /** Returns the page. */
  String text(Facts facts) {
    Goals goals = new Goals("BucketCache");
    goals.add(
        "hit ratio in the first " + FIRST_SECONDS + " s after the restart",
        HIT_RATIO,
        Unit.SHARE,
        spread(Restart.RestartedCache.STRATA, RestartReport::firstHitRatio),
        spread(Restart.RestartedCache.BUCKET_CACHE, RestartReport::firstHitRatio)
            .text(Unit.SHARE::format));
    Markdown page = new Markdown();
    page.section(1, "A restart: Strata's memory beside BucketCache");
    facts.addTo(page);
    page.section("Targets")
        .table(goals.table())
        .section("Both caches")
        .text(METHOD)
        .table(table())
        .picture("p99 and hit ratio by second", CHART);
    return page.toString();
  }

  private Table table() {
    List<String> headings = new ArrayList<>(List.of("median of the rounds, and their range"));
    measured.keySet().forEach(cache -> headings.add(cache.title()));
    Table table = new Table(headings.toArray(String[]::new));
    add(table, "hit ratio before the stop", it -> it.before().all().hitRatio(), Unit.SHARE::format);
    add(
        table,
        "hit ratio, first " + FIRST_SECONDS + " s",
        RestartReport::firstHitRatio,
        Unit.SHARE::format);
    add(
        table,
        "hit ratio, the last " + FIRST_SECONDS + " s measured",
        RestartReport::lastHitRatio,
        Unit.SHARE::format);
    add(
        table,
        "read from files, first " + FIRST_SECONDS + " s",
        RestartReport::firstMegabytes,
        megabytes -> String.format(Locale.ROOT, "%,.0f MB", megabytes));
    add(table, "median p99 before the stop", it -> it.before().medianP99(), Unit.NANOS::format);
    for (int second : List.of(0, 1, 2, 5, FIRST_SECONDS - 1)) {
      add(
          table,
          "p99 of second " + (second + 1),
          it -> it.after().p99().get(second),
          Unit.NANOS::format);
    }
    add(table, "until p99 is back", Restart::secondsUntilBack, RestartReport::seconds);
    add(table, "stop of the process", Restart::stopSeconds, RestartReport::seconds);
    add(
        table,
        "start of the process to first answer",
        Restart::startSeconds,
        RestartReport::seconds);
    return table;
  }

  private void add(
      Table table, String name, ToDoubleFunction<Restart> value, DoubleFunction<String> format) {
    List<String> cells = new ArrayList<>(List.of(name));
    measured.keySet().forEach(cache -> cells.add(spread(cache, value).text(format)));
    table.add(cells);
  }

  private Spread spread(Restart.RestartedCache cache, ToDoubleFunction<Restart> value) {
    return Spread.of(measured.getOrDefault(cache, List.of()).stream().mapToDouble(value));
  }

  private static double firstHitRatio(Restart restart) {
    return restart.after().at(FIRST_SECONDS).hitRatio();
  }

  private static double lastHitRatio(Restart restart) {
    Restart.Phase after = restart.after();
    Restart.Counters last = after.at(Double.POSITIVE_INFINITY);
    return last.since(after.at(last.seconds() - FIRST_SECONDS)).hitRatio();
  }

  /** A process also reads its classes from files, but before its first answer. */
  private static double firstMegabytes(Restart restart) {
    Restart.Phase after = restart.after();
    return after.at(FIRST_SECONDS).since(after.counters().get(0)).fileBytes() / MEGA;
  }

  private static String seconds(double value) {
    return Double.isInfinite(value)
        ? "not while measured"
        : String.format(Locale.ROOT, "%.1f s", value);
  }
}
