package io.strata.perf.bench.run;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.bench.Probes;
import io.strata.perf.bench.report.Line;
import io.strata.perf.common.BenchException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * A row that a probe measures, for both off-heap caches.
 *
 * @param title what it measures
 * @param probe by which
 * @param mostRounds see {@link Row}
 * @param lines see {@link Row}
 */
record ProbeRow(String title, Probes probe, int mostRounds, List<Line> lines) implements Row {
  private static final List<CacheKind> CACHES = List.of(CacheKind.STRATA, CacheKind.BUCKET_CACHE);

  @Override
  public String name() {
    return probe.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public int megabytes() {
    return probe.heapMegabytes() + probe.directMegabytes();
  }

  @Override
  public void measure(Run run, int round) throws BenchException, IOException, InterruptedException {
    for (int i = 0; i < CACHES.size(); i++) {
      CacheKind cache = CACHES.get((i + round) % CACHES.size());
      for (String part : probe.parts()) {
        ProbeFork.measure(run, probe, part, cache);
      }
    }
  }
}
