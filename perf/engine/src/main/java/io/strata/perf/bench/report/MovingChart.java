package io.strata.perf.bench.report;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.bench.MovingLoad;
import io.strata.perf.common.Figures;
import io.strata.perf.common.chart.Axis;
import io.strata.perf.common.chart.Panel;
import io.strata.perf.common.chart.PanelGrid;
import io.strata.perf.common.chart.Point;
import io.strata.perf.common.chart.Style;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Charts of the hit ratio after a load has moved to another table, one panel per load. Stateless.
 */
public final class MovingChart {
  private static final int COLUMNS = 3;
  private static final int WIDTH = 320;
  private static final int HEIGHT = 220;
  private static final int ROUNDS = 10;
  private static final int TENTHS = 10;
  private static final double PERCENT = 100;

  private MovingChart() {}

  /** Returns whether there are values to draw. */
  public static boolean isMeasured(Figures<CacheKind> figures) {
    return MovingLoad.all().stream().anyMatch(load -> isMeasured(load, figures));
  }

  private static boolean isMeasured(MovingLoad load, Figures<CacheKind> figures) {
    return figures.has(load.hits(0), CacheKind.STRATA);
  }

  /** Returns the charts as SVG. */
  public static String svg(Figures<CacheKind> figures) {
    Map<CacheKind, Style> styles = new LinkedHashMap<>();
    styles.put(CacheKind.STRATA, Style.BLUE);
    styles.put(CacheKind.LRU, Style.VERMILION);
    styles.put(CacheKind.BUCKET_CACHE, Style.GREEN);
    styles.put(CacheKind.TINY_LFU, Style.PURPLE);
    Map<String, Style> legend = new LinkedHashMap<>();
    styles.forEach((kind, style) -> legend.put(kind.title(), style));
    PanelGrid chart = new PanelGrid(COLUMNS, WIDTH, HEIGHT);
    chart.add(
        legend,
        false,
        MovingLoad.all().stream()
            .filter(load -> isMeasured(load, figures))
            .map(load -> panel(load, styles, figures))
            .toList());
    return chart.svg();
  }

  private static Panel panel(
      MovingLoad load, Map<CacheKind, Style> styles, Figures<CacheKind> figures) {
    List<Panel.Curve> curves = new ArrayList<>();
    styles.forEach(
        (kind, style) -> curves.add(new Panel.Curve(style, false, points(load, kind, figures))));
    List<Axis.Tick> ticks =
        IntStream.rangeClosed(0, ROUNDS)
            .filter(round -> round % 2 == 0)
            .mapToObj(round -> new Axis.Tick(round, Integer.toString(round)))
            .toList();
    return new Panel(
        load.title(),
        new Axis("passes over the second table", 0, ROUNDS, false, ticks),
        Axis.percent("hit ratio, %", PERCENT),
        curves,
        List.of(),
        List.of());
  }

  /** Returns the hit ratio of each tenth of a pass, at its middle. */
  private static List<Point> points(MovingLoad load, CacheKind kind, Figures<CacheKind> figures) {
    return IntStream.range(0, ROUNDS * TENTHS)
        .filter(tenth -> figures.has(load.hits(tenth), kind))
        .mapToObj(
            tenth ->
                new Point(
                    (tenth + 0.5) / TENTHS,
                    PERCENT * figures.spread(load.hits(tenth), kind).median()))
        .toList();
  }
}
