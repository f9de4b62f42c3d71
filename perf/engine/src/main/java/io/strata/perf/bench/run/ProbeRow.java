package io.strata.perf.bench.run;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.bench.Probes;
import io.strata.perf.bench.report.Line;
import io.strata.perf.common.BenchException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * A row measured by a probe, for each cache that the probe supports.
 *
 * @param title see {@link Row}
 * @param probe the probe
 * @param maxRounds see {@link Row}
 * @param lines see {@link Row}
 */
record ProbeRow(String title, Probes probe, int maxRounds, List<Line> lines) implements Row {
  @Override
  public String name() {
    return probe.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public List<String> caseNames() {
    return probe.cases();
  }

  @Override
  public int megabytes() {
    return probe.heapMegabytes() + probe.directMegabytes();
  }

  @Override
  public int mappings() {
    return probe.mappings();
  }

  @Override
  public void measure(Run run, int round) throws BenchException, IOException, InterruptedException {
    for (String caseName : run.casesOf(this)) {
      List<CacheKind> caches = probe.caches(caseName);
      for (int i = 0; i < caches.size(); i++) {
        ProbeFork.measure(run, probe, caseName, caches.get((i + round) % caches.size()));
      }
    }
  }
}
