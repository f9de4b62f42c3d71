package io.strata.replay;

import io.strata.replay.policy.Policy;
import io.strata.replay.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Hit ratios of some policies on some traces, each at some shares of the trace's footprint, as a
 * table in Markdown. Not thread-safe.
 */
final class HitRatios {
  /** A cache of one block has no order of eviction. */
  private static final int FEWEST_ENTRIES = 2;

  private final List<Policy> policies;
  private final List<Integer> percents;
  private final double[] sums;
  private int rows;

  HitRatios(List<Policy> policies, List<Integer> percents) {
    this.policies = policies;
    this.percents = percents;
    this.sums = new double[policies.size()];
  }

  /** The head of the table. */
  String head() {
    StringBuilder head = new StringBuilder("| trace | of footprint | blocks |");
    policies.forEach(policy -> head.append(' ').append(policy.title()).append(" |"));
    return head.append("\n|---|--:|--:|")
        .append("--:|".repeat(policies.size()))
        .append('\n')
        .toString();
  }

  /** The rows of a trace; takes some time. */
  String rowsOf(Trace trace) {
    StringBuilder text = new StringBuilder();
    for (int percent : percents) {
      int entries = (int) Math.max(FEWEST_ENTRIES, (long) trace.blocks() * percent / 100);
      text.append(
          String.format(Locale.ROOT, "| %s | %d %% | %,d |", trace.name(), percent, entries));
      List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < policies.size(); i++) {
        double ratio = 100.0 * policies.get(i).hits(trace, entries) / trace.length();
        sums[i] += ratio;
        ratios.add(ratio);
      }
      rows++;
      text.append(cells(ratios));
    }
    return text.toString();
  }

  /** The last row: the means of all others. */
  String means() {
    List<Double> means = new ArrayList<>();
    for (double sum : sums) {
      means.add(sum / Math.max(1, rows));
    }
    return "| **mean** | | |" + cells(means);
  }

  private static String cells(List<Double> ratios) {
    StringBuilder cells = new StringBuilder();
    ratios.forEach(ratio -> cells.append(String.format(Locale.ROOT, " %.2f |", ratio)));
    return cells.append('\n').toString();
  }
}
