package io.strata.perf.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
  private static final Duration START = Duration.ofSeconds(12);

  Plan {
    studies = List.copyOf(studies);
    deploys = List.copyOf(deploys);
  }

  /** All lives in which something is measured, in their order. */
  List<Life> lives() {
    List<Life> lives = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      List<Deploy> inTurn = new ArrayList<>(deploys);
      Collections.rotate(inTurn, 1 - round);
      for (Deploy deploy : inTurn) {
        for (Collector collector : Collector.values()) {
          lives.add(new Life(deploy, collector, round));
        }
      }
    }
    lives.removeIf(life -> studies(life).isEmpty());
    return lives;
  }

  /** What is measured in a life, in this order. */
  List<Study> studies(Life life) {
    return studies.stream().filter(study -> measures(study, life)).toList();
  }

  private boolean measures(Study study, Life life) {
    return study.deploys(deploys).contains(life.deploy())
        && study.collectors().contains(life.collector());
  }

  /** Stretches of all lives together. */
  int samples() {
    return lives().stream()
        .flatMap(life -> studies(life).stream())
        .mapToInt(study -> study.stretches().size())
        .sum();
  }

  /** How long all of it takes, tables included. */
  Duration planned(Phases phases) {
    Duration sum = Duration.ZERO;
    for (Study study : studies) {
      sum = sum.plus(loading(study));
    }
    for (Life life : lives()) {
      sum = sum.plus(planned(life, phases));
    }
    return sum;
  }

  private Duration planned(Life life, Phases phases) {
    Duration sum = starting(phases);
    for (Study study : studies(life)) {
      sum = sum.plus(planned(study, life, phases));
    }
    return sum;
  }

  /** How long a study takes in a life. */
  Duration planned(Study study, Life life, Phases phases) {
    return study.takesOver(life) ? Duration.ZERO : study.planned(phases);
  }

  /** How long a server takes to be started and to be warm, before its first study. */
  Duration starting(Phases phases) {
    return START.plus(phases.start());
  }

  /** How long a study's tables take to be made; no time for those that a study before has made. */
  Duration loading(Study study) {
    return tables(study).values().stream().map(study::making).reduce(Duration.ZERO, Duration::plus);
  }

  /** Those of a study's tables that no study before has, and their bytes. */
  Map<String, Long> tables(Study study) {
    Map<String, Long> tables = new LinkedHashMap<>(study.tables());
    studies.stream()
        .takeWhile(each -> !each.equals(study))
        .forEach(each -> tables.keySet().removeAll(each.tables().keySet()));
    return tables;
  }

  /**
   * The longest phases with which the whole lasts no longer than that.
   *
   * @throws IllegalArgumentException with the least that it takes, when that is more
   */
  Phases phases(Duration whole) {
    Duration sample = Phases.SHORTEST;
    Duration least = planned(Phases.of(sample));
    if (least.compareTo(whole) > 0) {
      throw new IllegalArgumentException(
          "This comparison takes %d minutes at least: give --minutes as much, or fewer deploys, rounds or studies."
              .formatted(least.toMinutes() + 1));
    }
    Duration longer = sample.plus(Phases.STEP);
    while (planned(Phases.of(longer)).compareTo(whole) <= 0) {
      sample = longer;
      longer = sample.plus(Phases.STEP);
    }
    return Phases.of(sample);
  }
}
