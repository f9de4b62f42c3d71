package io.strata.perf.flash.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Writes a drawing in SVG 1.1 that needs nothing from outside: on white, with a font that every
 * system has. Not thread-safe.
 */
final class Svg {
  private final StringBuilder text = new StringBuilder();

  /** A place, in pixels from the upper left corner. */
  record Point(double x, double y) {}

  Svg(int width, int height) {
    element(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %1$d %2$d' width='%1$d'"
            + " height='%2$d' font-family='sans-serif'>",
        width, height);
    element("<rect width='%d' height='%d' fill='white'/>", width, height);
  }

  /**
   * Straight lines from each point to the next.
   *
   * @param dashes the lengths of a dash and of a gap in pixels, or none
   */
  void lines(List<Point> points, String colour, double width, String dashes) {
    element(
        "<polyline points='%s' fill='none' stroke='%s' stroke-width='%.1f' stroke-dasharray='%s'/>",
        points.stream()
            .map(point -> String.format(Locale.ROOT, "%.1f,%.1f", point.x, point.y))
            .collect(Collectors.joining(" ")),
        colour,
        width,
        dashes);
  }

  /** Round dots, all alike. */
  void dots(List<Point> points, String colour, double diameter, double opacity) {
    element(
        "<path d='%s' stroke='%s' stroke-width='%.1f' stroke-opacity='%.2f'"
            + " stroke-linecap='round'/>",
        points.stream()
            .map(point -> String.format(Locale.ROOT, "M%.1f %.1fh0", point.x, point.y))
            .collect(Collectors.joining()),
        colour,
        diameter,
        opacity);
  }

  /**
   * Words.
   *
   * @param anchor which part of them is at the place: start, middle or end
   */
  void words(Point at, int size, String anchor, String words) {
    element(
        "<text x='%.1f' y='%.1f' font-size='%d' text-anchor='%s'>%s</text>",
        at.x, at.y, size, anchor, escaped(words));
  }

  /** The whole drawing; nothing can be added afterwards. */
  String end() {
    return text.append("</svg>\n").toString();
  }

  private void element(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String escaped(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;");
  }
}
