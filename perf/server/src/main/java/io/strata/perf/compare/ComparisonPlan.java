package io.strata.perf.compare;

import io.strata.perf.run.Memory;
import io.strata.perf.run.PairedPlan;
import io.strata.perf.run.PairedPlan.LoadStep;
import io.strata.perf.run.PairedPlan.Match;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * What {@code ./strata compare} measures, and for how long.
 *
 * @param loads of each pair
 * @param memory of each server
 * @param threads number of client threads
 * @param slice length of a slice
 * @param warmUp minimum warm-up of each server under each load
 * @param pairs number of pairs of slices of a load; even. Some loads have a {@linkplain
 *     ComparedLoad#times multiple} of it
 */
record ComparisonPlan(
    Map<ComparedPair, List<ComparedLoad>> loads,
    Memory memory,
    int threads,
    Duration slice,
    Duration warmUp,
    int pairs) {
  private static final Duration SLICE = Duration.ofMillis(400);
  private static final Duration MIN_WARM_UP = Duration.ofSeconds(2);
  private static final int MIN_PAIRS = 4;
  private static final long SEED = 1;

  /** Reading the counters of a slice, and waiting until its work is done. */
  private static final int BETWEEN_SLICES_MILLIS = 40;

  /** Usual time of a warm-up, as a multiple of the minimum for one server. */
  private static final int WARM_UPS = 3;

  /** The warm-up's share of the time of a load. */
  private static final double WARM_UP_SHARE = 0.2;

  /** Starting all servers, and writing the report. */
  private static final int START_SECONDS = 120;

  private static final int RESTART_SECONDS = 10;

  /** Bytes that a pair writes to tables and scans into its caches, as a multiple of the cache. */
  private static final int CACHES_FILLED = 7;

  private static final int MEGABYTES_PER_SECOND = 100;

  /** Copies the map. */
  ComparisonPlan {
    loads = new LinkedHashMap<>(loads);
  }

  /** Returns a plan that shows that all parts work, in minutes. */
  static ComparisonPlan small(
      Map<ComparedPair, List<ComparedLoad>> loads, Memory memory, int threads) {
    return new ComparisonPlan(
        loads, memory, threads, Duration.ofMillis(250), Duration.ofSeconds(1), 2);
  }

  /**
   * Returns a plan that fits in a time.
   *
   * @throws IllegalArgumentException with the fix, if the time is too short
   */
  static ComparisonPlan within(
      Duration limit, Map<ComparedPair, List<ComparedLoad>> loads, Memory memory, int threads) {
    int count = loads.values().stream().flatMap(List::stream).mapToInt(ComparedLoad::times).sum();
    long fill = (long) CACHES_FILLED * memory.cacheMegabytes() / MEGABYTES_PER_SECOND;
    long overhead = START_SECONDS + loads.size() * (RESTART_SECONDS + fill);
    double minLoad = WARM_UPS * MIN_WARM_UP.toSeconds() / WARM_UP_SHARE;
    double load = (double) (limit.toSeconds() - overhead) / count;
    if (load < minLoad) {
      throw new IllegalArgumentException(
          ("--minutes=%d: is too short for these loads and configurations. Set it to at least %d,"
                  + " or choose fewer with --loads or --configurations.")
              .formatted(limit.toMinutes(), (long) Math.ceil((overhead + minLoad * count) / 60)));
    }
    long slices = 2 * (SLICE.toMillis() + BETWEEN_SLICES_MILLIS);
    int pairs = even((int) Math.round(load * (1 - WARM_UP_SHARE) * 1e3 / slices));
    Duration warmUp = Duration.ofMillis((long) (load * WARM_UP_SHARE * 1e3 / WARM_UPS));
    return new ComparisonPlan(loads, memory, threads, SLICE, warmUp, Math.max(MIN_PAIRS, pairs));
  }

  /**
   * Returns the plan of the loads that are not measured yet.
   *
   * @param isMeasured of a pair and a load
   */
  PairedPlan missing(BiPredicate<ComparedPair, ComparedLoad> isMeasured) {
    List<Match> matches = new ArrayList<>();
    loads.forEach(
        (pair, its) -> {
          List<LoadStep> steps =
              its.stream()
                  .filter(load -> !isMeasured.test(pair, load))
                  .map(load -> load.step(pairs))
                  .toList();
          if (!steps.isEmpty()) {
            matches.add(pair.match(steps));
          }
        });
    return new PairedPlan(matches, memory, threads, slice, warmUp, SEED);
  }

  /** Returns the number or the one below it: each server is the first of half of the pairs. */
  private static int even(int pairs) {
    return pairs / 2 * 2;
  }
}
