package io.strata.replay.report;

import static java.util.Comparator.comparingInt;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.strata.perf.common.chart.Axis;
import io.strata.perf.common.chart.Panel;
import io.strata.perf.common.chart.PanelGrid;
import io.strata.perf.common.chart.Point;
import io.strata.perf.common.chart.Style;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Plots of hit ratios over cache sizes, with a panel for each trace. Both axes begin at zero; that
 * of hit ratios ends at the highest curve, so that low curves can be told apart.
 *
 * @param policies of the curves, at most 6; the first is the baseline
 */
public record HitCurves(Measure measure, List<HitRatio> ratios, List<String> policies) {
  private static final int COLUMNS = 4;
  private static final int WIDTH = 260;
  private static final int HEIGHT = 210;

  /** Keeps the ratios of these policies. */
  public HitCurves {
    int max = Style.values().length;
    if (policies.size() > max) {
      throw new IllegalArgumentException(
          policies.size() + " curves cannot be told apart, at most " + max + ".");
    }
    List<String> drawn = List.copyOf(policies);
    policies = drawn;
    ratios = ratios.stream().filter(ratio -> drawn.contains(ratio.policy())).toList();
  }

  /** Returns an SVG of groups of panels below each other. */
  public static String svg(List<HitCurves> groups) {
    PanelGrid chart = new PanelGrid(COLUMNS, WIDTH, HEIGHT);
    groups.forEach(group -> group.addTo(chart));
    return chart.svg();
  }

  private void addTo(PanelGrid chart) {
    Map<String, Style> styles = new LinkedHashMap<>();
    Iterator<Style> free = List.of(Style.values()).iterator();
    policies.forEach(policy -> styles.put(policy, free.next()));
    List<Panel> panels =
        ratios.stream()
            .collect(groupingBy(HitRatio::trace, LinkedHashMap::new, toList()))
            .values()
            .stream()
            .map(trace -> panel(trace, styles))
            .toList();
    chart.add(styles, true, panels);
  }

  private Panel panel(List<HitRatio> trace, Map<String, Style> styles) {
    double size = trace.stream().mapToDouble(HitRatio::percent).max().orElseThrow();
    double hits = trace.stream().mapToDouble(measure::of).max().orElseThrow();
    List<Panel.Curve> curves =
        styles.entrySet().stream()
            .map(each -> new Panel.Curve(each.getValue(), true, curve(trace, each.getKey())))
            .toList();
    return new Panel(
        trace.get(0).trace(),
        Axis.percent(measure.sizes, size),
        Axis.percent(measure.hits, hits),
        curves,
        List.of(),
        List.of());
  }

  private List<Point> curve(List<HitRatio> trace, String policy) {
    return trace.stream()
        .filter(ratio -> ratio.policy().equals(policy))
        .sorted(comparingInt(HitRatio::percent))
        .map(ratio -> new Point(ratio.percent(), measure.of(ratio)))
        .toList();
  }
}
