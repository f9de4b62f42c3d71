package io.strata.perf.bench.run;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.bench.HitBenchmark;
import io.strata.perf.common.BenchException;
import io.strata.perf.common.Pattern;
import java.util.Collection;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * A fork of {@link HitBenchmark} for one cache.
 *
 * @param method the benchmark method
 * @param pattern the distribution of reads
 * @param threads the number of reading threads
 */
record HitFork(String method, Pattern pattern, int threads) {
  private static final TimeValue QUICK_TIME = TimeValue.milliseconds(100);
  private static final String ALLOCATION = "gc.alloc.rate.norm";

  /** Returns the common prefix of the figure names. */
  String figure() {
    return "hit." + method + "." + pattern + "." + threads;
  }

  /** Measures one cache and adds hits per second and bytes per hit to the figures of the run. */
  void measure(Run run, CacheKind cache) throws BenchException {
    Collection<RunResult> results;
    try {
      results =
          new Runner(
                  options(run.quick(), cache),
                  OutputFormatFactory.createFormatInstance(run.log(), VerboseMode.NORMAL))
              .run();
    } catch (RunnerException e) {
      throw new BenchException("JMH failed on " + cache.title() + ": " + e.getMessage(), e);
    }
    for (RunResult result : results) {
      run.figures().add(figure() + ".rate", cache, result.getPrimaryResult().getScore());
      run.figures().add(figure() + ".allocated", cache, allocation(result.getSecondaryResults()));
    }
  }

  private Options options(boolean quick, CacheKind cache) {
    ChainedOptionsBuilder options = new OptionsBuilder();
    if (quick) {
      options.param("blocks", "500").warmupTime(QUICK_TIME).measurementTime(QUICK_TIME);
    }
    return options
        .include(HitBenchmark.class.getName() + "." + method + "$")
        .param("cache", cache.name())
        .param("pattern", pattern.name())
        .threads(threads)
        .shouldFailOnError(true)
        .addProfiler(GCProfiler.class)
        .build();
  }

  @SuppressWarnings("rawtypes") // as JMH has it
  private static double allocation(Map<String, Result> results) throws BenchException {
    for (Map.Entry<String, Result> each : results.entrySet()) {
      if (each.getKey().endsWith(ALLOCATION)) {
        return each.getValue().getScore();
      }
    }
    throw new BenchException("JMH did not report " + ALLOCATION + ".");
  }
}
