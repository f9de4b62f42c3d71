package io.strata.replay.report;

import static java.util.Comparator.comparingInt;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The curves of a trace, with both axes from zero. The hit ratio's ends where the highest curve
 * needs it to, so that curves of low ratios can be told apart too.
 */
final class Panel {
  static final int WIDTH = 260;
  static final int HEIGHT = 210;

  private static final int LEFT = 46;
  private static final int RIGHT = 12;
  private static final int ABOVE = 24;
  private static final int BELOW = 40;
  private static final int FONT = 10;
  private static final int TICK = 4;
  private static final String AXIS = "#333333";
  private static final String GRID = "#dddddd";

  private final Svg svg;
  private final int left;
  private final int top;
  private final Measure measure;
  private final List<HitRatio> ratios;
  private final Axis sizes;
  private final Axis hits;

  /**
   * @param ratios those of one trace
   */
  Panel(Svg svg, int left, int top, Measure measure, List<HitRatio> ratios) {
    this.svg = svg;
    this.left = left;
    this.top = top;
    this.measure = measure;
    this.ratios = ratios;
    sizes = Axis.to(ratios.stream().mapToDouble(HitRatio::percent).max().orElseThrow());
    hits = Axis.to(ratios.stream().mapToDouble(measure::of).max().orElseThrow());
  }

  /** The first curve comes to lie above all others. */
  void draw(Map<String, CurveStyle> styles) {
    svg.text(at(sizes.end() / 2.0, hits.end(), 0, -8), FONT + 2, "middle", ratios.get(0).trace());
    drawSizes();
    drawHits();
    List<Map.Entry<String, CurveStyle>> lastFirst = new ArrayList<>(styles.entrySet());
    Collections.reverse(lastFirst);
    lastFirst.forEach(each -> each.getValue().draw(svg, curve(each.getKey())));
  }

  private void drawSizes() {
    for (int size = 0; size <= sizes.end(); size += sizes.interval()) {
      svg.line(at(size, 0, 0, 0), at(size, 0, 0, TICK), AXIS);
      svg.text(at(size, 0, 0, TICK + FONT), FONT, "middle", Integer.toString(size));
    }
    svg.line(at(0, 0, 0, 0), at(sizes.end(), 0, 0, 0), AXIS);
    svg.text(at(sizes.end() / 2.0, 0, 0, BELOW - 12), FONT, "middle", measure.sizes);
  }

  private void drawHits() {
    for (int ratio = 0; ratio <= hits.end(); ratio += hits.interval()) {
      svg.line(at(0, ratio, -TICK, 0), at(sizes.end(), ratio, 0, 0), ratio == 0 ? AXIS : GRID);
      svg.text(at(0, ratio, -TICK - 2, FONT / 3.0), FONT, "end", Integer.toString(ratio));
    }
    svg.line(at(0, 0, 0, 0), at(0, hits.end(), 0, 0), AXIS);
    svg.textUpwards(at(0, hits.end() / 2.0, -LEFT + 16, 0), FONT, measure.hits);
  }

  private List<Point> curve(String policy) {
    return ratios.stream()
        .filter(ratio -> ratio.policy().equals(policy))
        .sorted(comparingInt(HitRatio::percent))
        .map(ratio -> at(ratio.percent(), measure.of(ratio), 0, 0))
        .toList();
  }

  /** A place by both axes, in percent, and so many pixels to the right of it and below. */
  private Point at(double size, double ratio, double right, double down) {
    int width = WIDTH - LEFT - RIGHT;
    int height = HEIGHT - ABOVE - BELOW;
    return new Point(
        left + LEFT + width * size / sizes.end() + right,
        top + ABOVE + height * (1 - ratio / hits.end()) + down);
  }
}
