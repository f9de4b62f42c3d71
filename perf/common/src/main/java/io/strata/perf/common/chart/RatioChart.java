package io.strata.perf.common.chart;

import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A chart of ratios with their confidence intervals on a logarithmic axis: a row for each measure,
 * and in it a dot for each peer. Right of 1 is better.
 */
public final class RatioChart {
  private static final int WIDTH = 880;
  private static final int LABELS = 300;
  private static final int FIGURES = 70;
  private static final int TOP = 58;
  private static final int ROW = 40;
  private static final int BOTTOM = 34;
  private static final int MARGIN = 12;

  /** Distance between the peers of a row, and from a line to the base of its text. */
  private static final int PEER = 14;

  private static final int BASE = 4;
  private static final int FONT = 13;
  private static final int SMALL_FONT = 11;
  private static final double DIAMETER = 8;
  private static final double STROKE = 2.5;

  /** The axis has powers of two as its ends, this one and its inverse at most. */
  private static final double MAX = 64;

  /** Colours for pages with a light or a dark background. */
  public enum Theme {
    LIGHT("#ffffff", "#1f2328", "#d0d7de", "#0072b2", "#d55e00"),
    DARK("#0d1117", "#e6edf3", "#3d444d", "#56b4e9", "#e69f00");

    private final String background;
    private final String text;
    private final String grid;
    private final String first;
    private final String second;

    Theme(String background, String text, String grid, String first, String second) {
      this.background = background;
      this.text = text;
      this.grid = grid;
      this.first = first;
      this.second = second;
    }

    private String peer(int number) {
      return number == 0 ? first : second;
    }
  }

  /** A ratio with its confidence interval. */
  public record Ratio(double low, double estimate, double high) {
    /** One that was not measured. */
    public static final Ratio NONE = new Ratio(Double.NaN, Double.NaN, Double.NaN);
  }

  /**
   * A measure.
   *
   * @param label what is measured
   * @param ratios to each peer; {@link Ratio#NONE} if not measured
   * @param lowerIsBetter whether the inverse ratios are drawn
   */
  public record RatioRow(String label, List<Ratio> ratios, boolean lowerIsBetter) {
    /** Copies the list. */
    public RatioRow {
      ratios = List.copyOf(ratios);
    }

    private Ratio better(int peer) {
      Ratio ratio = ratios.get(peer);
      return lowerIsBetter
          ? new Ratio(1 / ratio.high(), 1 / ratio.estimate(), 1 / ratio.low())
          : ratio;
    }
  }

  private final String title;
  private final List<String> peers;
  private final List<RatioRow> rows;
  private final Theme theme;
  private final double min;
  private final double max;
  private final Svg svg;

  private RatioChart(String title, List<String> peers, List<RatioRow> rows, Theme theme) {
    this.title = title;
    this.peers = peers;
    this.rows = rows;
    this.theme = theme;
    this.min = 1 / powerAbove(ends().map(end -> 1 / end));
    this.max = powerAbove(ends());
    this.svg = new Svg(WIDTH, height(), theme.background, theme.text);
  }

  /**
   * Returns the chart, in SVG.
   *
   * @param title the heading
   * @param peers their names, at most two
   * @param rows from top to bottom
   */
  public static String of(String title, List<String> peers, List<RatioRow> rows, Theme theme) {
    return new RatioChart(title, peers, rows, theme).draw();
  }

  /** Returns the ends of all intervals that have some. */
  private DoubleStream ends() {
    return rows.stream()
        .flatMapToDouble(
            row ->
                IntStream.range(0, row.ratios().size())
                    .mapToObj(row::better)
                    .flatMapToDouble(ratio -> DoubleStream.of(ratio.low(), ratio.high())))
        .filter(end -> end > 0 && Double.isFinite(end));
  }

  /** Returns the lowest power of two that is not below any value, from 2 to {@link #MAX}. */
  private static double powerAbove(DoubleStream values) {
    double largest = Math.min(MAX, values.max().orElse(2));
    double power = 2;
    while (power < largest) {
      power *= 2;
    }
    return power;
  }

  private int height() {
    return TOP + rows.size() * ROW + BOTTOM;
  }

  private double x(double value) {
    double width = WIDTH - LABELS - FIGURES - MARGIN;
    double bounded = Math.max(min, Math.min(max, value));
    return LABELS + width * Math.log(bounded / min) / Math.log(max / min);
  }

  private String draw() {
    svg.text(new Point(MARGIN, 22), FONT + 2, "start", title);
    for (int peer = 0; peer < peers.size(); peer++) {
      double x = LABELS + 20.0 + peer * 170;
      svg.dots(List.of(new Point(x, 42)), theme.peer(peer), DIAMETER, 1);
      svg.text(new Point(x + 10, 42 + BASE), FONT, "start", "than " + peers.get(peer));
    }
    drawAxis();
    for (int row = 0; row < rows.size(); row++) {
      drawRow(rows.get(row), TOP + row * ROW + ROW / 2.0);
    }
    return svg.end();
  }

  private void drawAxis() {
    double bottom = height() - BOTTOM;
    for (double tick = min; tick <= max; tick *= 2) {
      String colour = tick == 1 ? theme.text : theme.grid;
      svg.line(new Point(x(tick), TOP), new Point(x(tick), bottom), colour);
      String label = tick < 1 ? "1/" + Math.round(1 / tick) : Long.toString(Math.round(tick));
      svg.text(new Point(x(tick), bottom + 16), SMALL_FONT, "middle", label);
    }
    svg.text(new Point(MARGIN, bottom + 16), SMALL_FONT, "start", "times; right of 1 is better");
  }

  private void drawRow(RatioRow row, double y) {
    svg.text(new Point(MARGIN, y + BASE), FONT, "start", row.label());
    for (int peer = 0; peer < peers.size(); peer++) {
      Ratio ratio = row.better(peer);
      if (Double.isNaN(ratio.estimate())) {
        continue;
      }
      double at = y + (peer - (peers.size() - 1) / 2.0) * PEER;
      String colour = theme.peer(peer);
      List<Point> range = List.of(new Point(x(ratio.low()), at), new Point(x(ratio.high()), at));
      svg.polyline(range, colour, STROKE, "none");
      svg.dots(List.of(new Point(x(ratio.estimate()), at)), colour, DIAMETER, 1);
      String figure = String.format(Locale.ROOT, "%.2f ×", ratio.estimate());
      svg.text(new Point(WIDTH - MARGIN, at + BASE), SMALL_FONT, "end", figure);
    }
  }
}
