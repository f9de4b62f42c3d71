package io.strata.replay.report;

import java.util.List;

/** Hit ratios against the size of the cache as a drawing in SVG. */
public final class Curves {
  private Curves() {}

  /** The whole drawing: groups of panels below each other. */
  public static String of(List<Panels> groups) {
    int height = groups.stream().mapToInt(Panels::height).sum();
    Svg svg = new Svg(Panels.COLUMNS * Panel.WIDTH, height);
    int top = 0;
    for (Panels each : groups) {
      each.draw(svg, top);
      top += each.height();
    }
    return svg.end();
  }
}
