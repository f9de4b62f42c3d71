package io.strata.replay.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A panel for each trace, with a legend above them.
 *
 * @param policies whose curves are drawn, 6 at most; the first is what others are measured by
 */
public record Panels(Measure measure, List<HitRatio> ratios, List<String> policies) {
  static final int COLUMNS = 4;

  private static final int LEGEND_HEIGHT = 40;
  private static final int LEGEND_GAP = 24;
  private static final int MARK_WIDTH = 30;
  private static final double LETTER_WIDTH = 6.6;

  /** Keeps what is drawn. */
  public Panels {
    int most = CurveStyle.values().length;
    if (policies.size() > most) {
      throw new IllegalArgumentException(
          policies.size() + " curves could not be told apart: draw " + most + " at most.");
    }
    List<String> drawn = List.copyOf(policies);
    policies = drawn;
    ratios = ratios.stream().filter(ratio -> drawn.contains(ratio.policy())).toList();
  }

  int height() {
    int rows = (traces().size() + COLUMNS - 1) / COLUMNS;
    return LEGEND_HEIGHT + rows * Panel.HEIGHT;
  }

  void draw(Svg svg, int top) {
    Map<String, CurveStyle> styles = new LinkedHashMap<>();
    CurveStyle[] all = CurveStyle.values();
    policies.forEach(policy -> styles.put(policy, all[styles.size()]));
    drawLegend(svg, top, styles);
    List<List<HitRatio>> traces = traces();
    for (int i = 0; i < traces.size(); i++) {
      int left = i % COLUMNS * Panel.WIDTH;
      int below = top + LEGEND_HEIGHT + i / COLUMNS * Panel.HEIGHT;
      new Panel(svg, left, below, measure, traces.get(i)).draw(styles);
    }
  }

  private List<List<HitRatio>> traces() {
    return new ArrayList<>(
        ratios.stream()
            .collect(groupingBy(HitRatio::trace, LinkedHashMap::new, toList()))
            .values());
  }

  private static void drawLegend(Svg svg, int top, Map<String, CurveStyle> styles) {
    double x = LEGEND_GAP;
    double y = top + LEGEND_HEIGHT / 2.0;
    for (Map.Entry<String, CurveStyle> each : styles.entrySet()) {
      each.getValue().draw(svg, List.of(new Point(x, y), new Point(x + MARK_WIDTH, y)));
      x += MARK_WIDTH + 6;
      svg.text(new Point(x, y + 4), 12, "start", each.getKey());
      x += LETTER_WIDTH * each.getKey().length() + LEGEND_GAP;
    }
  }
}
