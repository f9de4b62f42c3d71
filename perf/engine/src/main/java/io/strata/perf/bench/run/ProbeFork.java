package io.strata.perf.bench.run;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.bench.ProbeMain;
import io.strata.perf.bench.Probes;
import io.strata.perf.common.BenchException;
import io.strata.perf.common.JvmFork;
import io.strata.perf.common.JvmOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs a probe in a separate process. Stateless. */
final class ProbeFork {
  private ProbeFork() {}

  /** Measures one cache and adds its values to the figures of the run. */
  static void measure(Run run, Probes probe, String caseName, CacheKind cache)
      throws BenchException, IOException, InterruptedException {
    String what = probe + " (" + caseName + ") of " + cache.title();
    run.log().println("# " + what);
    List<String> arguments = new ArrayList<>(List.of(probe.name(), cache.name(), caseName));
    if (run.quick()) {
      arguments.add(ProbeMain.QUICK);
    }
    int[] values = {0};
    int status =
        new JvmFork(
                JvmOptions.of(probe.heapMegabytes(), probe.directMegabytes()),
                ProbeMain.class,
                arguments)
            .measure(
                run.log(),
                (name, value) -> {
                  run.figures().add(name, cache, value);
                  values[0]++;
                });
    if (status != 0 || values[0] == 0) {
      throw new BenchException(
          "The process that measured " + what + " exited with " + status + ": see the log.");
    }
  }
}
