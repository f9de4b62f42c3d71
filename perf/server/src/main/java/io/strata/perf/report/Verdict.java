package io.strata.perf.report;

import io.strata.perf.data.Measure.Better;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The best configuration in a measure, and those that the rounds cannot distinguish from it.
 *
 * @param best by the median
 * @param alike those whose rounds overlap with those of the best
 * @param rounds minimum number of rounds of any configuration
 */
record Verdict(Figure best, List<Figure> alike, int rounds) {
  /** Returns empty if fewer than two were measured, or if neither more nor less is better. */
  static Optional<Verdict> of(List<Figure> figures) {
    List<Figure> measured = figures.stream().filter(Figure::isThere).toList();
    if (measured.size() < 2 || measured.get(0).measure().better() == Better.NEITHER) {
      return Optional.empty();
    }
    Comparator<Figure> byMedian = Comparator.comparingDouble(Figure::median);
    boolean higher = measured.get(0).measure().better() == Better.HIGHER;
    Figure best = measured.stream().min(higher ? byMedian.reversed() : byMedian).orElseThrow();
    List<Figure> alike = new ArrayList<>();
    int rounds = best.rounds().size();
    for (Figure each : measured) {
      rounds = Math.min(rounds, each.rounds().size());
      if (!each.equals(best) && each.overlaps(best)) {
        alike.add(each);
      }
    }
    return Optional.of(new Verdict(best, List.copyOf(alike), rounds));
  }

  /** Returns whether a figure is the best or cannot be distinguished from it. */
  boolean leads(Figure figure) {
    return figure.equals(best) || alike.contains(figure);
  }

  /** Returns the verdict as text; a dash if nothing can be compared. */
  static String text(Run run, List<Figure> figures) {
    return of(figures).map(verdict -> verdict.words(run, figures)).orElse(Numbers.NONE);
  }

  private String words(Run run, List<Figure> figures) {
    String title = run.titleOf(best.cell().configuration());
    if (rounds < 2) {
      return title + ", but one round has no spread";
    }
    if (alike.size() == figures.stream().filter(Figure::isThere).count() - 1) {
      return "No difference beyond the spread";
    }
    return alike.isEmpty()
        ? "Best: " + title
        : alike.stream()
            .map(figure -> run.titleOf(figure.cell().configuration()))
            .collect(Collectors.joining(", ", "Best: " + title + "; within the spread: ", ""));
  }
}
