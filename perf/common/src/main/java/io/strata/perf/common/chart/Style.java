package io.strata.perf.common.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * How a curve is told from others: by a colour of the palette of Okabe and Ito for all kinds of
 * colour vision (2008), and by the corners of its marks. The first is for the reference: dashes, no
 * marks.
 */
public enum Style {
  REFERENCE("#000000", "5 3", 0),
  BLUE("#0072b2", "none", 4),
  VERMILION("#d55e00", "none", 24),
  GREEN("#009e73", "none", 3),
  PURPLE("#cc79a7", "none", 6),
  SKY("#56b4e9", "none", 5);

  private static final double WIDTH = 1.5;
  private static final double MARK_RADIUS = 3;

  final String colour;
  private final String dashes;
  private final int corners;

  Style(String colour, String dashes, int corners) {
    this.colour = colour;
    this.dashes = dashes;
    this.corners = corners;
  }

  void draw(Svg svg, List<Point> curve, boolean marked) {
    svg.polyline(curve, colour, WIDTH, dashes);
    if (marked && corners > 0) {
      curve.forEach(point -> svg.polygon(mark(point), colour));
    }
  }

  private List<Point> mark(Point centre) {
    List<Point> mark = new ArrayList<>();
    for (int corner = 0; corner < corners; corner++) {
      double angle = 2 * Math.PI * corner / corners;
      mark.add(
          new Point(
              centre.x() + MARK_RADIUS * Math.sin(angle),
              centre.y() - MARK_RADIUS * Math.cos(angle)));
    }
    return mark;
  }
}
