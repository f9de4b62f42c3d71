package io.strata.replay;

import io.strata.replay.policy.Hits;
import io.strata.replay.policy.Policy;
import io.strata.replay.report.HitRatio;
import io.strata.replay.report.HitRatio.Unit;
import io.strata.replay.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Measures the hit ratios of policies on traces, for cache sizes in percent of the trace's
 * footprint. Immutable.
 */
final class HitRatios {
  /** A cache of one block has no eviction order. */
  private static final long MIN_BLOCKS = 2;

  /** Bounds the number of caches in memory at a time. */
  private static final int THREADS = 2;

  private final List<Policy> policies;
  private final List<Integer> percents;

  HitRatios(List<Policy> policies, List<Integer> percents) {
    this.policies = List.copyOf(policies);
    this.percents = percents;
  }

  static Unit unitOf(Trace trace) {
    return trace.hasLengths() ? Unit.BYTES : Unit.BLOCKS;
  }

  /** Returns the titles of the policies that can be replayed on a trace. */
  List<String> titles(Trace trace) {
    return accepting(trace).map(Policy::title).toList();
  }

  private Stream<Policy> accepting(Trace trace) {
    return policies.stream().filter(each -> each.accepts(trace));
  }

  /**
   * Replays a trace. Takes some time.
   *
   * @param trace without lengths, or with all of them
   * @return by size, and for each size by policy, both in the given order; without policies that
   *     cannot have so small a cache
   */
  List<HitRatio> of(Trace trace) {
    long footprint = trace.bytes();
    long accessed = trace.accessedBytes();
    List<Callable<HitRatio>> replays = new ArrayList<>();
    for (int percent : percents) {
      long share = footprint * percent / 100;
      long size = trace.hasLengths() ? share : Math.max(MIN_BLOCKS, share);
      accepting(trace)
          .filter(policy -> size >= policy.minSize(trace))
          .forEach(policy -> replays.add(() -> of(trace, percent, size, policy, accessed)));
    }
    return inParallel(trace, replays);
  }

  private static List<HitRatio> inParallel(Trace trace, List<Callable<HitRatio>> replays) {
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

  private static HitRatio of(Trace trace, int percent, long size, Policy policy, long accessed) {
    Hits hits = policy.hits(trace, size);
    return new HitRatio(
        trace.name(),
        percent,
        size,
        unitOf(trace),
        policy.title(),
        (double) hits.count() / trace.length(),
        (double) hits.bytes() / accessed);
  }
}
