package io.strata.perf.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What is run, and in which order. Each round takes all deploys before the next begins, and begins
 * with another one, so that a machine that grows slower or faster meanwhile favours none.
 *
 * @param studies at least one
 * @param deploys that this HBase has, at least one
 * @param rounds how often each is measured
 * @param memory that each is given
 */
record Plan(List<Study> studies, List<Deploy> deploys, int rounds, Memory memory) {

  Plan {
    studies = List.copyOf(studies);
    deploys = List.copyOf(deploys);
  }

  /** All lives in their order. */
  List<Life> lives() {
    return studies.stream().flatMap(study -> lives(study).stream()).toList();
  }

  List<Life> lives(Study study) {
    List<Life> lives = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      List<Deploy> inTurn = new ArrayList<>(study.deploys(deploys));
      Collections.rotate(inTurn, 1 - round);
      for (Deploy deploy : inTurn) {
        for (Collector collector : study.collectors()) {
          lives.add(new Life(study.id(), deploy, collector, round));
        }
      }
    }
    return lives;
  }

  /** Stretches of all lives together. */
  int samples() {
    return studies.stream().mapToInt(study -> lives(study).size() * study.stretches().size()).sum();
  }

  /** How long all of it takes, tables included. */
  Duration planned(Phases phases) {
    Duration sum = Duration.ZERO;
    for (Study study : studies) {
      sum = sum.plus(study.planned(phases).multipliedBy(lives(study).size()));
      sum = sum.plus(loading(study));
    }
    return sum;
  }

  /** How long a study's table takes to be made; no time when a study before has made it. */
  Duration loading(Study study) {
    return isFirstOnItsTable(study) ? Estimate.loading(study.tableBytes()) : Duration.ZERO;
  }

  /** Whether no study before has the same table. */
  boolean isFirstOnItsTable(Study study) {
    return studies.stream()
        .filter(each -> each.table().equals(study.table()))
        .findFirst()
        .filter(study::equals)
        .isPresent();
  }

  /**
   * Phases that make the whole last about so long.
   *
   * @throws IllegalArgumentException with the least that it takes, when that is more
   */
  Phases phases(Duration whole) {
    Duration overhead = planned(Phases.NONE);
    Duration ofASecond = planned(Phases.of(Duration.ofSeconds(1))).minus(overhead);
    double seconds = (double) whole.minus(overhead).toMillis() / ofASecond.toMillis();
    if (seconds * 1_000 < Phases.SHORTEST.toMillis()) {
      throw new IllegalArgumentException(
          "This comparison takes %d minutes at least: give --minutes as much, or fewer deploys, rounds or studies."
              .formatted(planned(Phases.of(Phases.SHORTEST)).toMinutes() + 1));
    }
    return Phases.of(Duration.ofMillis((long) (seconds * 1_000)));
  }
}
