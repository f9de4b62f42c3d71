package io.strata.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.concurrency.Orderings.Row;
import io.strata.concurrency.Stress.Compilation;
import io.strata.concurrency.Stress.Outcome;
import io.strata.concurrency.Stress.Run;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/**
 * Runs the jcstress tests on the unchanged engines, where no test may see what it forbids, and with
 * each ordering weakened, where the test named in the table must see it.
 */
class InterleavingsIT {
  /** A weakening that was not seen is tried again for this many times as long. */
  private static final int LONGER = 5;

  private static final int ATTEMPTS = 5;

  /**
   * How long each process tests, and from which compilation on. The quick mode uses only the one in
   * which C2 moves instructions farthest, since most of a short run is its start.
   */
  private enum Mode {
    QUICK(150, Compilation.SERVER_SHUFFLED),
    DEFAULT(3_000, Compilation.INTERPRETER),
    TOUGH(60_000, Compilation.INTERPRETER);

    private final int millis;
    private final Compilation first;

    Mode(int millis, Compilation first) {
      this.millis = millis;
      this.first = first;
    }
  }

  private static final Mode MODE =
      Mode.valueOf(System.getProperty("jcstress.mode", "quick").toUpperCase(Locale.ROOT));

  private static Stress stress;

  @BeforeAll
  static void probe() throws Exception {
    stress = new Stress(Path.of("target", "jcstress"));
  }

  @Test
  void unchangedEngineShowsNothingForbidden() throws Exception {
    List<Run> runs = new ArrayList<>();
    for (String test : Stress.tests()) {
      for (Compilation compilation : EnumSet.range(MODE.first, Compilation.SERVER_SHUFFLED)) {
        runs.add(new Run(test, "", compilation, MODE.millis));
      }
      if (!Stress.pause(test).isEmpty()) {
        runs.add(new Run(test, Stress.pause(test), Compilation.SERVER, MODE.millis * LONGER));
      }
    }
    List<Outcome> outcomes = stress.run(runs, "as-it-is");
    print(outcomes);
    assertThat(outcomes).extracting(Outcome::run).containsExactlyInAnyOrderElementsOf(runs);
    assertThat(outcomes.stream().map(Outcome::whatIsWrong).filter(each -> !each.isEmpty()))
        .as("runs of the unchanged engine that saw what is forbidden, or that did not end well")
        .isEmpty();
  }

  private static void print(List<Outcome> outcomes) {
    Map<String, List<Outcome>> byTest =
        outcomes.stream().collect(Collectors.groupingBy(each -> each.run().test()));
    byTest.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            each ->
                System.out.printf(
                    "%-45s %,12d samples, %d forbidden%n",
                    each.getKey(),
                    each.getValue().stream().mapToLong(Outcome::samples).sum(),
                    each.getValue().stream().mapToLong(Outcome::forbidden).sum()));
    System.out.printf(
        "%d tests in %d processes: %,d samples, %d forbidden%n",
        byTest.size(),
        outcomes.size(),
        outcomes.stream().mapToLong(Outcome::samples).sum(),
        outcomes.stream().mapToLong(Outcome::forbidden).sum());
  }

  @Test
  void everyWeakeningIsSeenToFail() throws Exception {
    Map<String, Row> left = new LinkedHashMap<>();
    for (Row row : Orderings.read()) {
      if (row.isWeakened() && Stress.isAskedFor(row.test())) {
        left.putIfAbsent(row.weakening(), row);
      }
    }
    int all = left.size();
    assertThat(all).isPositive();
    List<Outcome> seen = new ArrayList<>();
    int millis = MODE.millis;
    for (int attempt = 0; attempt < ATTEMPTS && !left.isEmpty(); attempt++) {
      List<Run> runs = new ArrayList<>();
      for (Row row : left.values()) {
        String test = Stress.test(row.test());
        runs.add(new Run(test, row.weakening(), Compilation.SERVER, millis));
      }
      for (Outcome outcome : stress.run(runs, "weakened-" + attempt)) {
        Row row = left.get(outcome.run().weakening());
        if (row != null && outcome.shows(row.seen())) {
          seen.add(outcome);
          left.remove(row.weakening());
        }
      }
      millis *= LONGER;
    }
    seen.stream()
        .sorted(Comparator.comparing(each -> each.run().weakening()))
        .forEach(
            each -> System.out.printf("%-70s %s%n", each.run().weakening(), each.whatItShows()));
    System.out.printf("%d of %d weakenings seen to fail%n", seen.size(), all);
    assertThat(left.values()).as("weakenings that were not seen to fail").isEmpty();
  }

  /** Prints the literal weakenings that this processor and compiler show. */
  @Test
  @DisabledIfSystemProperty(
      named = "jcstress.mode",
      matches = "quick",
      disabledReason = "only prints what depends on the processor")
  void printLiteralWeakenings() throws Exception {
    Set<String> ordered = Set.of("getAcquire", "getVolatile", "setRelease", "setVolatile");
    List<Run> runs = new ArrayList<>();
    ProductionClasses.accesses()
        .forEach(
            (access, operation) -> {
              if (ordered.contains(operation)) {
                for (String test : Stress.tests()) {
                  runs.add(
                      new Run(test, "plain " + access, Compilation.SERVER_SHUFFLED, MODE.millis));
                }
              }
            });
    List<Outcome> outcomes = stress.run(runs, "literal");
    List<Outcome> seen = outcomes.stream().filter(each -> each.forbidden() > 0).toList();
    seen.forEach(
        each -> System.out.printf("%-70s %s%n", each.run().weakening(), each.whatItShows()));
    System.out.printf("%d of %d literal weakenings seen%n", seen.size(), runs.size());
    assertThat(outcomes).hasSameSizeAs(runs);
  }
}
