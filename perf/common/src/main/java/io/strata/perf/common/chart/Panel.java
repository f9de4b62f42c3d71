package io.strata.perf.common.chart;

import java.util.List;

/**
 * Curves and dots over two axes.
 *
 * @param curves the first is drawn on top of the others
 * @param dots drawn below the curves
 * @param references labelled vertical lines over the full height
 */
public record Panel(
    String title,
    Axis x,
    Axis y,
    List<Curve> curves,
    List<Dots> dots,
    List<ReferenceLine> references) {
  private static final int RIGHT = 12;
  private static final int ABOVE = 24;
  private static final int BELOW = 40;
  private static final int LETTER = 7;
  private static final int FONT = 10;
  private static final int TICK = 4;
  private static final double DOT_DIAMETER = 2.4;
  private static final String AXIS = "#333333";
  private static final String GRID = "#dddddd";

  /** A line through points, with or without a marker at each. */
  public record Curve(Style style, boolean hasMarkers, List<Point> points) {}

  /** Dots of the same opacity, from 0 to 1. */
  public record Dots(Style style, double opacity, List<Point> points) {}

  /** A labelled value of the horizontal axis. */
  public record ReferenceLine(double at, String label) {}

  /** Copies the lists. */
  public Panel {
    curves = List.copyOf(curves);
    dots = List.copyOf(dots);
    references = List.copyOf(references);
  }

  /** Draws the panel into a rectangle, in pixels. */
  void draw(Svg svg, int left, int top, int width, int height) {
    new Drawing(svg, left, top, width, height).draw();
  }

  private final class Drawing {
    private final Svg svg;
    private final double left;
    private final double top;
    private final double width;
    private final double height;

    /** Reserves margins for the titles and for the labels of the vertical axis. */
    Drawing(Svg svg, int left, int top, int width, int height) {
      int longest = y.ticks().stream().mapToInt(tick -> tick.label().length()).max().orElse(0);
      int margin = 25 + LETTER * longest;
      this.svg = svg;
      this.left = left + margin;
      this.top = top + ABOVE;
      this.width = width - margin - RIGHT;
      this.height = height - ABOVE - BELOW;
    }

    void draw() {
      svg.text(at(left + width / 2, top - 8), FONT + 2, "middle", title);
      drawHorizontal();
      drawVertical();
      for (Dots each : dots) {
        svg.dots(inPixels(each.points), each.style.colour, DOT_DIAMETER, each.opacity);
      }
      for (int i = curves.size() - 1; i >= 0; i--) {
        Curve each = curves.get(i);
        each.style.draw(svg, inPixels(each.points), each.hasMarkers);
      }
      references.forEach(this::draw);
    }

    private void drawHorizontal() {
      double bottom = top + height;
      for (Axis.Tick tick : x.ticks()) {
        double at = across(tick.at());
        svg.line(at(at, bottom), at(at, bottom + TICK), AXIS);
        svg.text(at(at, bottom + TICK + FONT), FONT, "middle", tick.label());
      }
      svg.line(at(left, bottom), at(left + width, bottom), AXIS);
      svg.text(at(left + width / 2, bottom + BELOW - 12), FONT, "middle", x.title());
    }

    private void drawVertical() {
      for (Axis.Tick tick : y.ticks()) {
        double at = down(tick.at());
        String colour = tick.at() == y.from() ? AXIS : GRID;
        svg.line(at(left - TICK, at), at(left + width, at), colour);
        svg.text(at(left - TICK - 2, at + FONT / 3.0), FONT, "end", tick.label());
      }
      svg.line(at(left, top + height), at(left, top), AXIS);
      if (!y.title().isEmpty()) {
        svg.textUpwards(at(left - 30, top + height / 2), FONT, y.title());
      }
    }

    /** Draws the line, with its label on the side that has more space. */
    private void draw(ReferenceLine line) {
      double at = across(line.at);
      Style.REFERENCE.draw(svg, List.of(at(at, top + height), at(at, top)), false);
      boolean isLeft = at < left + width / 2;
      String anchor = isLeft ? "start" : "end";
      svg.text(at(at + (isLeft ? 5 : -5), top + FONT + 2), FONT, anchor, line.label);
    }

    private List<Point> inPixels(List<Point> points) {
      return points.stream().map(point -> at(across(point.x()), down(point.y()))).toList();
    }

    private double across(double value) {
      return left + width * x.fraction(value);
    }

    private double down(double value) {
      return top + height * (1 - y.fraction(value));
    }

    private static Point at(double x, double y) {
      return new Point(x, y);
    }
  }
}
