package io.strata.perf.run;

import java.time.Duration;
import java.util.List;

/**
 * What somebody wants to have compared.
 *
 * @param studies names, at least one, of {@link Comparison#STUDIES}
 * @param configurations at least one, those that this HBase does not have among them
 * @param rounds how often each is measured, at least one
 * @param memory that each is given
 * @param threads numbers of clients for the study that goes through them
 * @param duration of the whole run, about
 * @param small the whole chain in as little time as it takes, with figures that mean nothing
 */
public record Options(
    List<String> studies,
    List<Configuration> configurations,
    int rounds,
    Memory memory,
    List<Integer> threads,
    Duration duration,
    boolean small) {

  /** Copies the lists. */
  public Options {
    studies = List.copyOf(studies);
    configurations = List.copyOf(configurations);
    threads = List.copyOf(threads);
  }
}
