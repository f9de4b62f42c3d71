package io.strata.perf.bench.run;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.bench.HitBenchmark;
import io.strata.perf.bench.Pattern;
import java.util.Collection;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * One fork of {@link HitBenchmark}, for one cache.
 *
 * @param method the benchmark's method
 * @param pattern which blocks are read
 * @param threads how many read
 */
record HitFork(String method, Pattern pattern, int threads) {
  static final int HEAP_MEGABYTES = 2_000;
  static final int DIRECT_MEGABYTES = 3_000;

  private static final TimeValue USUAL_TIME = TimeValue.milliseconds(700);
  private static final TimeValue QUICK_TIME = TimeValue.milliseconds(100);
  private static final String ALLOCATION = "gc.alloc.rate.norm";

  /** The beginning of its figures' names. */
  String figure() {
    return "hit." + method + "." + pattern + "." + threads;
  }

  /** Measures one cache; hits a second and bytes a hit go to the run's figures. */
  void measure(Run run, CacheKind cache) throws BenchException {
    Collection<RunResult> results;
    try {
      results =
          new Runner(
                  options(run.quick(), cache),
                  OutputFormatFactory.createFormatInstance(run.log(), VerboseMode.NORMAL))
              .run();
    } catch (RunnerException e) {
      throw new BenchException("JMH gave up on " + cache.title() + ": " + e.getMessage(), e);
    }
    for (RunResult result : results) {
      run.figures().add(figure() + ".rate", cache, result.getPrimaryResult().getScore());
      run.figures().add(figure() + ".allocated", cache, allocation(result.getSecondaryResults()));
    }
  }

  private Options options(boolean quick, CacheKind cache) {
    TimeValue time = quick ? QUICK_TIME : USUAL_TIME;
    return new OptionsBuilder()
        .include(HitBenchmark.class.getName() + "." + method + "$")
        .param("cache", cache.name())
        .param("pattern", pattern.name())
        .param("blocks", Integer.toString(quick ? 500 : HitBenchmark.BLOCKS))
        .threads(threads)
        .forks(1)
        .warmupIterations(2)
        .warmupTime(time)
        .measurementIterations(3)
        .measurementTime(time)
        .shouldFailOnError(true)
        .addProfiler(GCProfiler.class)
        .jvmArgs(JvmOptions.of(HEAP_MEGABYTES, DIRECT_MEGABYTES).toArray(String[]::new))
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
