package io.strata.replay;

import io.strata.replay.policy.Policy;
import io.strata.replay.report.HitRatio;
import io.strata.replay.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Measures the hit ratios of some policies on traces, each at some shares of the trace's footprint.
 * Immutable.
 */
final class HitRatios {
  /** A cache of one block has no order of eviction. */
  private static final int FEWEST_ENTRIES = 2;

  /** So many caches are in memory at a time. */
  private static final int THREADS = 2;

  private final List<Policy> policies;
  private final List<Integer> percents;

  HitRatios(List<Policy> policies, List<Integer> percents) {
    this.policies = policies;
    this.percents = percents;
  }

  /** By sizes, and for each by policies, both in the order given; takes some time. */
  List<HitRatio> of(Trace trace) {
    List<Callable<HitRatio>> replays = new ArrayList<>();
    for (int percent : percents) {
      for (Policy policy : policies) {
        replays.add(() -> of(trace, percent, policy));
      }
    }
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<HitRatio> ratios = new ArrayList<>();
      for (Future<HitRatio> each : threads.invokeAll(replays)) {
        ratios.add(each.get());
      }
      return ratios;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while replaying " + trace.name() + ".", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new AssertionError("A replay of " + trace.name() + " failed.", e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private static HitRatio of(Trace trace, int percent, Policy policy) {
    int entries = (int) Math.max(FEWEST_ENTRIES, (long) trace.blocks() * percent / 100);
    double ratio = (double) policy.hits(trace, entries) / trace.length();
    return new HitRatio(trace.name(), percent, entries, policy.title(), ratio);
  }
}
