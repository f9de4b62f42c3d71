package io.strata.perf.common.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A drawing of equally sized panels in rows, in groups that have a legend each. Not thread-safe.
 */
public final class PanelGrid {
  private static final int LEGEND_HEIGHT = 40;
  private static final int LEGEND_GAP = 24;
  private static final int LEGEND_FONT = 12;
  private static final int SAMPLE_WIDTH = 30;
  private static final double LETTER_WIDTH = 6.6;

  private final int columns;
  private final int width;
  private final int height;
  private final List<Group> groups = new ArrayList<>();

  /** Panels that share a legend. */
  private record Group(Map<String, Style> legend, boolean hasMarkers, List<Panel> panels) {}

  /**
   * Creates an empty drawing.
   *
   * @param columns number of panels in a row
   * @param width width of a panel, in pixels
   * @param height height of a panel, in pixels
   */
  public PanelGrid(int columns, int width, int height) {
    this.columns = columns;
    this.width = width;
    this.height = height;
  }

  /**
   * Adds a group of panels below the previous group.
   *
   * @param legend the label of each style, in display order
   * @param hasMarkers whether the curves have markers
   */
  public void add(Map<String, Style> legend, boolean hasMarkers, List<Panel> panels) {
    groups.add(new Group(legend, hasMarkers, List.copyOf(panels)));
  }

  /** Returns the whole drawing as SVG. */
  public String svg() {
    int total = groups.stream().mapToInt(this::heightOf).sum();
    Svg svg = new Svg(columns * width, total);
    int top = 0;
    for (Group group : groups) {
      drawLegend(svg, top, group);
      for (int i = 0; i < group.panels.size(); i++) {
        int below = top + LEGEND_HEIGHT + i / columns * height;
        group.panels.get(i).draw(svg, i % columns * width, below, width, height);
      }
      top += heightOf(group);
    }
    return svg.end();
  }

  private int heightOf(Group group) {
    return LEGEND_HEIGHT + (group.panels.size() + columns - 1) / columns * height;
  }

  private static void drawLegend(Svg svg, int top, Group group) {
    double x = LEGEND_GAP;
    double y = top + LEGEND_HEIGHT / 2.0;
    for (Map.Entry<String, Style> each : group.legend.entrySet()) {
      List<Point> sample = List.of(new Point(x, y), new Point(x + SAMPLE_WIDTH, y));
      each.getValue().draw(svg, sample, group.hasMarkers);
      x += SAMPLE_WIDTH + 6;
      svg.text(new Point(x, y + 4), LEGEND_FONT, "start", each.getKey());
      x += LETTER_WIDTH * each.getKey().length() + LEGEND_GAP;
    }
  }
}
