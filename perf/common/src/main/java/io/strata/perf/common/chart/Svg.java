package io.strata.perf.common.chart;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Locale;

/** Writes a self-contained drawing in SVG 1.1, with a generic font. Not thread-safe. */
final class Svg {
  private final StringBuilder out = new StringBuilder();

  /** Begins a drawing with black text on a white background. */
  Svg(int width, int height) {
    this(width, height, "white", "black");
  }

  Svg(int width, int height, String background, String text) {
    element(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %1$d %2$d' width='%1$d'"
            + " height='%2$d' font-family='sans-serif' fill='%3$s'>",
        width, height, text);
    element("<rect width='%d' height='%d' fill='%s'/>", width, height, background);
  }

  void line(Point from, Point to, String colour) {
    element(
        "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='%s'/>",
        from.x(), from.y(), to.x(), to.y(), colour);
  }

  /**
   * Draws straight lines from each point to the next.
   *
   * @param dashes the lengths of a dash and of a gap in pixels, or {@code none}
   */
  void polyline(List<Point> points, String colour, double width, String dashes) {
    element(
        "<polyline points='%s' fill='none' stroke='%s' stroke-width='%.1f' stroke-dasharray='%s'/>",
        coordinates(points), colour, width, dashes);
  }

  void polygon(List<Point> corners, String colour) {
    element("<polygon points='%s' fill='%s'/>", coordinates(corners), colour);
  }

  /** Draws round dots of the same size and colour. */
  void dots(List<Point> points, String colour, double diameter, double opacity) {
    element(
        "<path d='%s' stroke='%s' stroke-width='%.1f' stroke-opacity='%.2f'"
            + " stroke-linecap='round'/>",
        points.stream()
            .map(point -> String.format(Locale.ROOT, "M%.1f %.1fh0", point.x(), point.y()))
            .collect(joining()),
        colour,
        diameter,
        opacity);
  }

  /**
   * Draws text.
   *
   * @param size font size in pixels
   * @param anchor the part of the text at the position: start, middle or end
   */
  void text(Point at, int size, String anchor, String text) {
    element(
        "<text x='%.1f' y='%.1f' font-size='%d' text-anchor='%s'>%s</text>",
        at.x(), at.y(), size, anchor, escaped(text));
  }

  /** Draws text rotated to read upwards, with its middle at the position. */
  void textUpwards(Point at, int size, String text) {
    element(
        "<text transform='translate(%.1f %.1f) rotate(-90)' font-size='%d'"
            + " text-anchor='middle'>%s</text>",
        at.x(), at.y(), size, escaped(text));
  }

  /** Returns the finished drawing; nothing can be added afterwards. */
  String end() {
    return out.append("</svg>\n").toString();
  }

  private void element(String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String coordinates(List<Point> points) {
    return points.stream()
        .map(point -> String.format(Locale.ROOT, "%.1f,%.1f", point.x(), point.y()))
        .collect(joining(" "));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }
}
