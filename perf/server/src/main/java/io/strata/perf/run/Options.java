package io.strata.perf.run;

import java.time.Duration;
import java.util.List;

/**
 * The options of a comparison.
 *
 * @param studies at least one name of {@link Comparison#STUDIES}
 * @param configurations at least one; may contain some that this version of HBase does not have
 * @param rounds number of measurements of each, at least one
 * @param memory of each server
 * @param threads numbers of clients, for the study that varies them
 * @param duration approximate time of the whole run
 * @param small whether this is a test run, as short as possible, with figures that are not
 *     meaningful
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
