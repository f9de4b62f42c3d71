package io.strata.perf.bench.run;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.bench.HitBenchmark;
import io.strata.perf.bench.report.Line;
import io.strata.perf.common.BenchException;
import java.util.List;

/**
 * A row of hits, measured by JMH.
 *
 * @param name see {@link Row}
 * @param title see {@link Row}
 * @param cases the forks, with their caches
 * @param lines see {@link Row}
 */
record HitRow(String name, String title, List<Case> cases, List<Line> lines) implements Row {
  private static final int MAX_ROUNDS = 20;

  /** A fork for each of some caches. */
  record Case(HitFork fork, List<CacheKind> caches) {}

  @Override
  public int maxRounds() {
    return MAX_ROUNDS;
  }

  @Override
  public int mappings() {
    return 0;
  }

  @Override
  public List<String> caseNames() {
    return List.of();
  }

  @Override
  public int megabytes() {
    return HitBenchmark.HEAP_MEGABYTES + HitBenchmark.DIRECT_MEGABYTES;
  }

  @Override
  public void measure(Run run, int round) throws BenchException {
    for (Case each : cases) {
      for (int i = 0; i < each.caches.size(); i++) {
        each.fork.measure(run, each.caches.get((i + round) % each.caches.size()));
      }
    }
  }
}
