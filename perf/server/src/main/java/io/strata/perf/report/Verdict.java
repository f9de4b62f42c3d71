package io.strata.perf.report;

import io.strata.perf.data.Measure.Better;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which deploy did best in a measure, and from which others the rounds cannot tell it.
 *
 * @param best by the median
 * @param alike whose rounds overlap those of the best
 * @param rounds the fewest that any of the deploys has
 */
record Verdict(Figure best, List<Figure> alike, int rounds) {
  /** Nothing where fewer than two deploys were measured, or where neither more nor less is good. */
  static Optional<Verdict> of(List<Figure> figures) {
    List<Figure> there = figures.stream().filter(Figure::isThere).toList();
    if (there.size() < 2 || there.get(0).measure().better() == Better.NEITHER) {
      return Optional.empty();
    }
    Comparator<Figure> byMedian = Comparator.comparingDouble(Figure::median);
    boolean higher = there.get(0).measure().better() == Better.HIGHER;
    Figure best = there.stream().min(higher ? byMedian.reversed() : byMedian).orElseThrow();
    List<Figure> alike = new ArrayList<>();
    int rounds = best.rounds().size();
    for (Figure each : there) {
      rounds = Math.min(rounds, each.rounds().size());
      if (!each.equals(best) && each.overlaps(best)) {
        alike.add(each);
      }
    }
    return Optional.of(new Verdict(best, List.copyOf(alike), rounds));
  }

  /** Whether this figure is the best or might as well be. */
  boolean leads(Figure figure) {
    return figure.equals(best) || alike.contains(figure);
  }

  /** Returns the verdict on some figures in a few words; a dash where nothing can be compared. */
  static String text(Run run, List<Figure> figures) {
    return of(figures).map(verdict -> verdict.words(run, figures)).orElse(Numbers.NONE);
  }

  private String words(Run run, List<Figure> figures) {
    String title = run.titleOf(best.cell().deploy());
    if (rounds < 2) {
      return title + ", but one round tells no spread";
    }
    if (alike.size() == figures.stream().filter(Figure::isThere).count() - 1) {
      return "No difference beyond the spread";
    }
    return alike.isEmpty()
        ? "Best: " + title
        : alike.stream()
            .map(figure -> run.titleOf(figure.cell().deploy()))
            .collect(Collectors.joining(", ", "Best: " + title + "; within the spread: ", ""));
  }
}
