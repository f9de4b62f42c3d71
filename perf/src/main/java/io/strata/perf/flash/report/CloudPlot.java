package io.strata.perf.flash.report;

import io.strata.perf.bench.report.Unit;
import io.strata.perf.flash.load.Cliff;
import io.strata.perf.flash.load.Cloud;
import io.strata.perf.flash.load.Step;
import io.strata.perf.flash.measure.Clouds.Series;
import io.strata.perf.flash.report.Svg.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;

/**
 * Point clouds below each other: latencies, on a logarithmic scale, over the time in which the rate
 * rises, with lines of percentiles and the cliff. A dot stands for all requests of about the same
 * time and latency, the darker the more: no outlier is left out.
 */
final class CloudPlot {
  private static final int WIDTH = 960;
  private static final int PANEL = 270;
  private static final int LEGEND = 34;
  private static final int LEFT = 70;
  private static final int RIGHT = 20;
  private static final int ABOVE = 26;
  private static final int BELOW = 44;
  private static final int FONT = 11;
  private static final double DECADE = 10;
  private static final String AXIS = "#333333";
  private static final String GRID = "#dddddd";
  private static final String DOT = "#0072b2";

  /** Requests from which on a dot is darker. */
  private static final int[] DENSITIES = {1, 10, 100, 1_000};

  private static final double[] OPACITIES = {0.25, 0.45, 0.7, 1};
  private static final double DIAMETER = 2.4;

  private final List<Series> series;
  private final double least;
  private final double most;

  private CloudPlot(List<Series> series) {
    this.series = series;
    double low = Double.POSITIVE_INFINITY;
    double high = 0;
    for (Series each : series) {
      for (Step step : each.steps()) {
        for (int column = 0; column < Cloud.COLUMNS; column++) {
          for (int row = 0; row < Cloud.ROWS; row++) {
            if (step.cloud().count(column, row) > 0) {
              low = Math.min(low, Cloud.nanos(row));
              high = Math.max(high, Cloud.nanos(row));
            }
          }
        }
        high = Math.max(high, step.p999());
      }
    }
    this.least = Math.pow(DECADE, Math.floor(Math.log10(low)));
    this.most = Math.pow(DECADE, Math.ceil(Math.log10(high)));
  }

  /** A line of percentiles. */
  private record Line(String words, String colour, ToDoubleFunction<Step> value) {}

  private static final List<Line> LINES =
      List.of(
          new Line("50 %", "#009e73", Step::p50),
          new Line("99 %", "#d55e00", Step::p99),
          new Line("99.9 %", "#cc79a7", Step::p999));

  /** The whole drawing of some series, at least one with a step. */
  static String of(List<Series> series) {
    Svg svg = new Svg(WIDTH, LEGEND + PANEL * series.size());
    new CloudPlot(series).draw(svg);
    return svg.end();
  }

  private void draw(Svg svg) {
    double x = LEFT;
    svg.words(new Point(x, LEGEND - 12.0), FONT + 1, "start", "latency of each request;");
    x += 180;
    for (Line line : LINES) {
      svg.lines(
          List.of(new Point(x, LEGEND - 16.0), new Point(x + 30, LEGEND - 16.0)),
          line.colour,
          2,
          "none");
      svg.words(new Point(x + 36, LEGEND - 12.0), FONT + 1, "start", line.words);
      x += 100;
    }
    for (int i = 0; i < series.size(); i++) {
      new Panel(svg, LEGEND + i * PANEL, series.get(i)).draw();
    }
  }

  /** What a store is called. */
  static String title(Series series) {
    return switch (series.devices()) {
      case 0 -> "memory only";
      case 1 -> "memory over flash, 1 device";
      default -> "memory over flash, " + series.devices() + " devices";
    };
  }

  private final class Panel {
    private final Svg svg;
    private final int top;
    private final Series of;

    Panel(Svg svg, int top, Series of) {
      this.svg = svg;
      this.top = top;
      this.of = of;
    }

    void draw() {
      svg.words(
          new Point((LEFT + WIDTH - RIGHT) / 2.0, top + ABOVE - 8.0),
          FONT + 2,
          "middle",
          title(of));
      drawLatencies();
      drawRates();
      drawDots();
      for (Line line : LINES) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < of.steps().size(); i++) {
          double y = y(line.value.applyAsDouble(of.steps().get(i)));
          points.add(new Point(x(i), y));
          points.add(new Point(x(i + 1), y));
        }
        svg.lines(points, line.colour, 1.5, "none");
      }
      drawCliff();
    }

    private void drawLatencies() {
      for (double nanos = least; nanos <= most * 1.01; nanos *= DECADE) {
        svg.lines(
            List.of(new Point(LEFT, y(nanos)), new Point(WIDTH - RIGHT, y(nanos))),
            nanos > least ? GRID : AXIS,
            1,
            "none");
        svg.words(
            new Point(LEFT - 6.0, y(nanos) + FONT / 3.0), FONT, "end", Formats.roundNanos(nanos));
      }
    }

    private void drawRates() {
      double bottom = y(least);
      for (int i = 0; i < of.steps().size(); i++) {
        svg.lines(List.of(new Point(x(i), bottom), new Point(x(i), bottom + 4)), AXIS, 1, "none");
        svg.words(
            new Point(x(i + 0.5), bottom + FONT + 4),
            FONT,
            "middle",
            Formats.shortRate(of.steps().get(i).target()));
      }
      svg.words(
          new Point((LEFT + WIDTH - RIGHT) / 2.0, bottom + 2 * FONT + 10),
          FONT,
          "middle",
          "requests due a second, rising with time");
    }

    private void drawDots() {
      List<List<Point>> dots = new ArrayList<>();
      for (int i = 0; i < DENSITIES.length; i++) {
        dots.add(new ArrayList<>());
      }
      for (int i = 0; i < of.steps().size(); i++) {
        Cloud cloud = of.steps().get(i).cloud();
        for (int column = 0; column < Cloud.COLUMNS; column++) {
          double x = x(i + (column + 0.5) / Cloud.COLUMNS);
          int at = column;
          cloud.forEachRow(
              column,
              row ->
                  dots.get(density(cloud.count(at, row))).add(new Point(x, y(Cloud.nanos(row)))));
        }
      }
      for (int i = 0; i < DENSITIES.length; i++) {
        svg.dots(dots.get(i), DOT, DIAMETER, OPACITIES[i]);
      }
    }

    private void drawCliff() {
      OptionalInt cliff = Cliff.find(of.steps());
      if (cliff.isEmpty()) {
        return;
      }
      int step = cliff.getAsInt();
      double x = x(step);
      svg.lines(List.of(new Point(x, y(least)), new Point(x, y(most))), "#000000", 1.5, "5 3");
      boolean right = step < of.steps().size() / 2;
      svg.words(
          new Point(right ? x + 5 : x - 5, y(most) + FONT + 2),
          FONT,
          right ? "start" : "end",
          "cliff: " + Unit.PER_SECOND.format(of.steps().get(step).target()));
    }

    private double x(double step) {
      return LEFT + (WIDTH - LEFT - RIGHT) * step / of.steps().size();
    }

    private double y(double nanos) {
      double part = Math.log(Math.max(nanos, least) / least) / Math.log(most / least);
      return top + ABOVE + (PANEL - ABOVE - BELOW) * (1 - part);
    }
  }

  private static int density(int count) {
    int density = 0;
    while (density + 1 < DENSITIES.length && count >= DENSITIES[density + 1]) {
      density++;
    }
    return density;
  }
}
