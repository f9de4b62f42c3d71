package io.strata.perf.compare;

import static io.strata.perf.compare.ComparedLoad.DISK_GET;
import static io.strata.perf.compare.ComparedLoad.HIT_GET;
import static io.strata.perf.compare.ComparedLoad.HIT_MULTIGET;
import static io.strata.perf.compare.ComparedLoad.HIT_SCAN;
import static io.strata.perf.compare.ComparedLoad.JSON_DISK_GET;
import static io.strata.perf.compare.ComparedLoad.JSON_GET;

import io.strata.perf.run.Configuration;
import io.strata.perf.run.PairedPlan.LoadStep;
import io.strata.perf.run.PairedPlan.Match;
import io.strata.perf.run.PairedPlan.Side;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The pairs of configurations of {@code ./strata compare}, in the order of measurement. */
@SuppressWarnings("ImmutableEnumChecker") // The set is not modified.
enum ComparedPair {
  BUCKET_CACHE(
      Configuration.COMBINED_OFFHEAP,
      Configuration.STRATA_OFFHEAP,
      EnumSet.complementOf(EnumSet.of(JSON_GET, JSON_DISK_GET))),
  CONTROL(
      Configuration.COMBINED_OFFHEAP,
      Configuration.COMBINED_OFFHEAP,
      EnumSet.allOf(ComparedLoad.class)),
  LRU(
      Configuration.LRU,
      Configuration.STRATA_OFFHEAP,
      EnumSet.complementOf(EnumSet.of(JSON_GET, JSON_DISK_GET))),
  KEPT(
      Configuration.COMBINED_OFFHEAP,
      Configuration.STRATA_KEPT,
      EnumSet.of(HIT_GET, HIT_MULTIGET, HIT_SCAN)),
  COMPRESSED(
      Configuration.COMBINED_OFFHEAP,
      Configuration.STRATA_COMPRESSED,
      EnumSet.of(JSON_GET, JSON_DISK_GET)),
  OFFHEAP_DISKS(
      Configuration.COMBINED_OFFHEAP, Configuration.STRATA_OFFHEAP_DISKS, EnumSet.of(DISK_GET)),
  DISKS(
      Configuration.COMBINED_FILE,
      Configuration.STRATA_FILE,
      EnumSet.of(HIT_GET, HIT_MULTIGET, DISK_GET));

  private final Configuration first;
  private final Configuration second;
  private final Set<ComparedLoad> loads;

  ComparedPair(Configuration first, Configuration second, Set<ComparedLoad> loads) {
    this.first = first;
    this.second = second;
    this.loads = loads;
  }

  /** Returns the pair with the configurations of a match. */
  static ComparedPair of(Match match) {
    return Arrays.stream(values())
        .filter(each -> each.first == match.first().configuration())
        .filter(each -> each.second == match.second().configuration())
        .findFirst()
        .orElseThrow();
  }

  Configuration first() {
    return first;
  }

  Configuration second() {
    return second;
  }

  /** Returns its loads, in the order of measurement. */
  List<ComparedLoad> loads() {
    return List.copyOf(loads);
  }

  /** Returns the last load of each kind, for a test run; all for the control. */
  List<ComparedLoad> smallLoads() {
    Map<ComparedLoad.LoadGroup, ComparedLoad> last = new EnumMap<>(ComparedLoad.LoadGroup.class);
    loads.forEach(load -> last.put(load.group(), load));
    return this == CONTROL ? loads() : List.copyOf(last.values());
  }

  /** Returns the name of the file of its raw data. */
  String file() {
    return first + "-and-" + second + ".csv";
  }

  /** Returns it with some of its loads. */
  Match match(List<LoadStep> steps) {
    return new Match(new Side(first, Map.of()), new Side(second, Map.of()), this == CONTROL, steps);
  }
}
