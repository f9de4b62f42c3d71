package io.strata.perf.report;

import io.strata.perf.common.Unit;
import io.strata.perf.common.chart.Axis;
import io.strata.perf.common.chart.Panel;
import io.strata.perf.common.chart.PanelGrid;
import io.strata.perf.common.chart.Point;
import io.strata.perf.common.chart.Style;
import io.strata.perf.data.Restart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The chart of p99 and hit ratio by second, before a server's stop and after its restart, which is
 * at 0. The time in which the server is down has no width. Each round is a line.
 */
final class RestartChart {
  private static final int WIDTH = 960;
  private static final int HEIGHT = 270;
  private static final int TICK_SECONDS = 10;
  private static final double PERCENT = 100;

  private static final Map<Restart.RestartedCache, Style> STYLES =
      Map.of(
          Restart.RestartedCache.BUCKET_CACHE,
          Style.VERMILION,
          Restart.RestartedCache.STRATA,
          Style.BLUE);

  private final Map<Restart.RestartedCache, List<Restart>> measured;
  private final Axis seconds;

  private RestartChart(Map<Restart.RestartedCache, List<Restart>> measured) {
    this.measured = measured;
    Restart any = measured.values().iterator().next().get(0);
    this.seconds = seconds(any.before().p99().size(), any.after().p99().size());
  }

  /**
   * Returns the chart, in SVG.
   *
   * @param measured the rounds of each cache, at least one, all with loads of the same length
   */
  static String of(Map<Restart.RestartedCache, List<Restart>> measured) {
    return new RestartChart(measured).svg();
  }

  private String svg() {
    Map<String, Style> legend = new LinkedHashMap<>();
    measured.keySet().forEach(cache -> legend.put(cache.title(), style(cache)));
    PanelGrid chart = new PanelGrid(1, WIDTH, HEIGHT);
    chart.add(
        legend,
        false,
        List.of(
            panel("p99 of the gets due in a second", latencies(), RestartChart::p99),
            panel(
                "hits among look-ups of data blocks, %",
                Axis.percent("", PERCENT), RestartChart::hits)));
    return chart.svg();
  }

  private static Style style(Restart.RestartedCache cache) {
    return STYLES.getOrDefault(cache, Style.REFERENCE);
  }

  private static Axis seconds(int before, int after) {
    List<Axis.Tick> ticks =
        IntStream.rangeClosed(-before / TICK_SECONDS, after / TICK_SECONDS)
            .map(i -> i * TICK_SECONDS)
            .mapToObj(second -> new Axis.Tick(second, Integer.toString(second)))
            .toList();
    return new Axis("seconds after the restart", -before, after, false, ticks);
  }

  private Axis latencies() {
    double[] all =
        measured.values().stream()
            .flatMap(List::stream)
            .flatMapToDouble(
                restart -> DoubleStream.concat(values(restart.before()), values(restart.after())))
            .sorted()
            .toArray();
    return Axis.decades(all[0], all[all.length - 1], Unit.NANOS::format);
  }

  private static DoubleStream values(Restart.Phase load) {
    return load.p99().stream().mapToDouble(Double::doubleValue);
  }

  private Panel panel(String title, Axis y, Function<Restart.Phase, List<Point>> points) {
    List<Panel.Curve> curves = new ArrayList<>();
    measured.forEach(
        (cache, rounds) -> {
          for (Restart restart : rounds) {
            List<Point> before = moved(points.apply(restart.before()), seconds.from());
            curves.add(new Panel.Curve(style(cache), false, before));
            curves.add(new Panel.Curve(style(cache), false, points.apply(restart.after())));
          }
        });
    return new Panel(
        title,
        seconds,
        y,
        curves,
        List.of(),
        List.of(new Panel.ReferenceLine(0, "stopped, started")));
  }

  private static List<Point> moved(List<Point> points, double by) {
    return points.stream().map(point -> new Point(point.x() + by, point.y())).toList();
  }

  /** Returns the p99 of each second, placed in its middle. */
  private static List<Point> p99(Restart.Phase load) {
    return IntStream.range(0, load.p99().size())
        .mapToObj(second -> new Point(second + 0.5, load.p99().get(second)))
        .toList();
  }

  /** Returns the hit ratio between any two readings, placed in the middle of them. */
  private static List<Point> hits(Restart.Phase load) {
    List<Restart.Counters> all = load.counters();
    return IntStream.range(1, all.size())
        .filter(i -> !Double.isNaN(all.get(i).since(all.get(i - 1)).hitRatio()))
        .mapToObj(
            i ->
                new Point(
                    (all.get(i).seconds() + all.get(i - 1).seconds()) / 2,
                    PERCENT * all.get(i).since(all.get(i - 1)).hitRatio()))
        .toList();
  }
}
