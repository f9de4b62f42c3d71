package io.strata.perf.report;

import io.strata.perf.pair.PairedData;
import io.strata.perf.pair.PairedRun;
import io.strata.perf.pair.SlicePair;
import io.strata.perf.pair.Slices;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Data of comparisons, for tests. */
final class Comparisons {
  private static final Map<String, String> FACTS = Map.of("Command", "`./strata compare <x>`");

  private Comparisons() {}

  /** Returns a pair with two loads, and its control with one. */
  static List<PairedData> ofTwoPairs() {
    return List.of(
        new PairedData(
            false,
            "BucketCache",
            "Strata",
            FACTS,
            List.of(run("gets", false, 1_500), run("scans", false, 1_500))),
        new PairedData(
            false, "BucketCache", "BucketCache", FACTS, List.of(run("gets", true, 1_000))));
  }

  private static PairedRun run(String load, boolean control, long rows) {
    return new PairedRun(
        load,
        control,
        IntStream.range(0, 4)
            .mapToObj(
                i ->
                    new SlicePair(
                        i % 2 == 0,
                        Slices.of(1_000, 1_000_000, 2_000_000),
                        Slices.of(rows, 1_000_000, 2_000_000)))
            .toList());
  }
}
