package io.strata.perf.report;

import java.util.List;
import java.util.stream.Collectors;

/** Says a {@link Verdict} in a few words. */
final class VerdictText {
  private VerdictText() {}

  /** A dash where there is nothing to compare. */
  static String of(Run run, List<Figure> figures) {
    return Verdict.of(figures).map(verdict -> of(run, figures, verdict)).orElse(Numbers.NONE);
  }

  private static String of(Run run, List<Figure> figures, Verdict verdict) {
    String best = run.titleOf(verdict.best().cell().deploy());
    if (verdict.rounds() < 2) {
      return best + ", but one round tells no spread";
    }
    long there = figures.stream().filter(Figure::isThere).count();
    if (verdict.alike().size() == there - 1) {
      return "No difference beyond the spread";
    }
    return verdict.alike().isEmpty()
        ? "Best: " + best
        : "Best: " + best + "; within the spread: " + names(run, verdict);
  }

  private static String names(Run run, Verdict verdict) {
    return verdict.alike().stream()
        .map(figure -> run.titleOf(figure.cell().deploy()))
        .collect(Collectors.joining(", "));
  }
}
