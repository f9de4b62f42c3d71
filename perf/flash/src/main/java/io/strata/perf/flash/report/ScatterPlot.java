package io.strata.perf.flash.report;

import io.strata.perf.common.Unit;
import io.strata.perf.common.chart.Axis;
import io.strata.perf.common.chart.Panel;
import io.strata.perf.common.chart.PanelGrid;
import io.strata.perf.common.chart.Point;
import io.strata.perf.common.chart.Style;
import io.strata.perf.flash.load.LatencyScatter;
import io.strata.perf.flash.load.SaturationPoint;
import io.strata.perf.flash.load.Step;
import io.strata.perf.flash.measure.ScatterRun.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Scatter plots of latencies on a logarithmic scale over time, while the rate rises, with lines of
 * percentiles and the saturation point. A dot represents all requests of about the same time and
 * latency, and is darker for more requests, so no outlier is left out.
 */
final class ScatterPlot {
  private static final int WIDTH = 960;
  private static final int HEIGHT = 270;

  /** The numbers of requests from which on a dot is darker. */
  private static final int[] DENSITIES = {1, 10, 100, 1_000};

  private static final double[] OPACITIES = {0.25, 0.45, 0.7, 1};

  /** A line of a percentile. */
  private record Line(String words, Style style, ToDoubleFunction<Step> value) {}

  private static final List<Line> LINES =
      List.of(
          new Line("50 %", Style.GREEN, Step::p50),
          new Line("99 %", Style.VERMILION, Step::p99),
          new Line("99.9 %", Style.PURPLE, Step::p999));

  private ScatterPlot() {}

  /** Returns the plots of some series, at least one with a step. */
  static String of(List<Series> series) {
    Axis latencies = latencies(series);
    Map<String, Style> legend = new LinkedHashMap<>();
    legend.put("each request", Style.BLUE);
    LINES.forEach(line -> legend.put(line.words, line.style));
    PanelGrid chart = new PanelGrid(1, WIDTH, HEIGHT);
    chart.add(legend, false, series.stream().map(each -> panel(each, latencies)).toList());
    return chart.svg();
  }

  /** Returns the name of a store. */
  static String title(Series series) {
    return switch (series.devices()) {
      case 0 -> "memory only";
      case 1 -> "memory over flash, 1 device";
      default -> "memory over flash, " + series.devices() + " devices";
    };
  }

  private static Axis latencies(List<Series> series) {
    double low = Double.POSITIVE_INFINITY;
    double high = 0;
    for (Series each : series) {
      for (Step step : each.steps()) {
        for (int column = 0; column < LatencyScatter.COLUMNS; column++) {
          for (int row = 0; row < LatencyScatter.ROWS; row++) {
            if (step.scatter().count(column, row) > 0) {
              low = Math.min(low, LatencyScatter.nanos(row));
              high = Math.max(high, LatencyScatter.nanos(row));
            }
          }
        }
        high = Math.max(high, step.p999());
      }
    }
    return Axis.decades(low, high, Unit.NANOS::format);
  }

  private static Panel panel(Series series, Axis latencies) {
    List<Step> steps = series.steps();
    List<String> rates = steps.stream().map(step -> Unit.PER_SECOND.format(step.target())).toList();
    return new Panel(
        title(series),
        Axis.steps("requests due per second, rising with time", rates),
        latencies,
        LINES.stream().map(line -> curve(line, steps)).toList(),
        dots(steps),
        SaturationPoint.find(steps).stream()
            .mapToObj(
                i ->
                    new Panel.ReferenceLine(
                        i, "saturation: " + Unit.PER_SECOND.format(steps.get(i).target())))
            .toList());
  }

  private static Panel.Curve curve(Line line, List<Step> steps) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      double nanos = line.value.applyAsDouble(steps.get(i));
      points.add(new Point(i, nanos));
      points.add(new Point(i + 1, nanos));
    }
    return new Panel.Curve(line.style, false, points);
  }

  private static List<Panel.Dots> dots(List<Step> steps) {
    List<Panel.Dots> dots = new ArrayList<>();
    for (double opacity : OPACITIES) {
      dots.add(new Panel.Dots(Style.BLUE, opacity, new ArrayList<>()));
    }
    for (int i = 0; i < steps.size(); i++) {
      LatencyScatter scatter = steps.get(i).scatter();
      for (int column = 0; column < LatencyScatter.COLUMNS; column++) {
        double x = i + (column + 0.5) / LatencyScatter.COLUMNS;
        int at = column;
        scatter.forEachRow(
            column,
            row ->
                dots.get(density(scatter.count(at, row)))
                    .points()
                    .add(new Point(x, LatencyScatter.nanos(row))));
      }
    }
    return dots;
  }

  private static int density(int count) {
    int density = 0;
    while (density + 1 < DENSITIES.length && count >= DENSITIES[density + 1]) {
      density++;
    }
    return density;
  }
}
