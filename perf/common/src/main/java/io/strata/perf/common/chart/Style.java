package io.strata.perf.common.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * The line style of a curve: a colour of Okabe and Ito's palette for all kinds of colour vision
 * (2008) and a marker with a number of corners. {@link #REFERENCE} is dashed and has no markers.
 */
public enum Style {
  REFERENCE("#000000", "5 3", 0),
  BLUE("#0072b2", "none", 4),
  VERMILION("#d55e00", "none", 24),
  GREEN("#009e73", "none", 3),
  PURPLE("#cc79a7", "none", 6),
  SKY("#56b4e9", "none", 5);

  private static final double WIDTH = 1.5;
  private static final double MARKER_RADIUS = 3;

  final String colour;
  private final String dashes;
  private final int corners;

  Style(String colour, String dashes, int corners) {
    this.colour = colour;
    this.dashes = dashes;
    this.corners = corners;
  }

  void draw(Svg svg, List<Point> curve, boolean hasMarkers) {
    svg.polyline(curve, colour, WIDTH, dashes);
    if (hasMarkers && corners > 0) {
      curve.forEach(point -> svg.polygon(marker(point), colour));
    }
  }

  private List<Point> marker(Point centre) {
    List<Point> marker = new ArrayList<>();
    for (int corner = 0; corner < corners; corner++) {
      double angle = 2 * Math.PI * corner / corners;
      marker.add(
          new Point(
              centre.x() + MARKER_RADIUS * Math.sin(angle),
              centre.y() - MARKER_RADIUS * Math.cos(angle)));
    }
    return marker;
  }
}
