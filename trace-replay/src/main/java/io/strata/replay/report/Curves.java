package io.strata.replay.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Hit ratios against the size of the cache as a drawing in SVG: a panel for each trace. */
public final class Curves {
  private static final int COLUMNS = 4;
  private static final int LEGEND_HEIGHT = 40;
  private static final int LEGEND_GAP = 24;
  private static final int MARK_WIDTH = 30;
  private static final double LETTER_WIDTH = 6.6;

  private Curves() {}

  /**
   * The whole drawing.
   *
   * @param policies whose curves are drawn, 6 at most; the first is what others are measured by
   * @throws IllegalArgumentException when there are more
   */
  public static String of(List<HitRatio> ratios, List<String> policies) {
    Map<String, CurveStyle> styles = styles(policies);
    List<List<HitRatio>> traces =
        new ArrayList<>(
            ratios.stream()
                .filter(ratio -> styles.containsKey(ratio.policy()))
                .collect(groupingBy(HitRatio::trace, LinkedHashMap::new, toList()))
                .values());
    int rows = (traces.size() + COLUMNS - 1) / COLUMNS;
    int width = COLUMNS * Panel.WIDTH;
    int height = LEGEND_HEIGHT + rows * Panel.HEIGHT;
    Svg svg = new Svg(width, height);
    drawLegend(svg, styles);
    for (int i = 0; i < traces.size(); i++) {
      int left = i % COLUMNS * Panel.WIDTH;
      int top = LEGEND_HEIGHT + i / COLUMNS * Panel.HEIGHT;
      new Panel(svg, left, top, traces.get(i)).draw(styles);
    }
    return svg.end();
  }

  private static Map<String, CurveStyle> styles(List<String> policies) {
    CurveStyle[] all = CurveStyle.values();
    if (policies.size() > all.length) {
      throw new IllegalArgumentException(
          policies.size() + " curves could not be told apart: draw " + all.length + " at most.");
    }
    Map<String, CurveStyle> styles = new LinkedHashMap<>();
    policies.forEach(policy -> styles.put(policy, all[styles.size()]));
    return styles;
  }

  private static void drawLegend(Svg svg, Map<String, CurveStyle> styles) {
    double x = LEGEND_GAP;
    double y = LEGEND_HEIGHT / 2.0;
    for (Map.Entry<String, CurveStyle> each : styles.entrySet()) {
      each.getValue().draw(svg, List.of(new Point(x, y), new Point(x + MARK_WIDTH, y)));
      x += MARK_WIDTH + 6;
      svg.text(new Point(x, y + 4), 12, "start", each.getKey());
      x += LETTER_WIDTH * each.getKey().length() + LEGEND_GAP;
    }
  }
}
