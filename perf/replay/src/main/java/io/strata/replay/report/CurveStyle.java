package io.strata.replay.report;

import java.util.ArrayList;
import java.util.List;

/**
 * How a curve is told from the others: by a colour that Okabe and Ito chose for all kinds of colour
 * vision (2008), and by how many corners its marks have. The first is for what the others are
 * measured by: dashes, and no marks.
 */
enum CurveStyle {
  REFERENCE("#000000", "5 3", 0),
  BLUE("#0072b2", "none", 4),
  VERMILION("#d55e00", "none", 24),
  GREEN("#009e73", "none", 3),
  PURPLE("#cc79a7", "none", 6),
  SKY("#56b4e9", "none", 5);

  private static final double WIDTH = 1.5;
  private static final double MARK_RADIUS = 3;

  private final String colour;
  private final String dashes;
  private final int corners;

  CurveStyle(String colour, String dashes, int corners) {
    this.colour = colour;
    this.dashes = dashes;
    this.corners = corners;
  }

  void draw(Svg svg, List<Point> curve) {
    svg.polyline(curve, colour, WIDTH, dashes);
    if (corners > 0) {
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
