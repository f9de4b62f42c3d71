package io.strata.replay;

import io.strata.replay.policy.BytePolicy;
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

/**
 * Measures the hit ratios of some policies on traces, each at some shares of the trace's footprint.
 * Immutable.
 */
final class HitRatios {
  /** A cache of one block has no order of eviction. */
  private static final int FEWEST_ENTRIES = 2;

  /** So many caches are in memory at a time. */
  private static final int THREADS = 2;

  private final Contenders contenders;
  private final List<Integer> percents;

  HitRatios(Contenders contenders, List<Integer> percents) {
    this.contenders = contenders;
    this.percents = percents;
  }

  /**
   * By sizes, and for each by policies, both in the order given; takes some time. By bytes where
   * lengths are known, and then none of a policy for which a size is too small.
   *
   * @param trace with no length, or all
   */
  List<HitRatio> of(Trace trace) {
    return inParallel(trace, trace.hasLengths() ? byBytes(trace) : byBlocks(trace));
  }

  private List<Callable<HitRatio>> byBlocks(Trace trace) {
    List<Callable<HitRatio>> replays = new ArrayList<>();
    for (int percent : percents) {
      for (Policy policy : contenders.ofBlocks()) {
        replays.add(() -> of(trace, percent, policy));
      }
    }
    return replays;
  }

  private List<Callable<HitRatio>> byBytes(Trace trace) {
    long footprint = trace.bytes();
    long accessed = trace.accessedBytes();
    List<Callable<HitRatio>> replays = new ArrayList<>();
    for (int percent : percents) {
      long bytes = footprint * percent / 100;
      for (BytePolicy policy : contenders.ofBytes()) {
        if (bytes >= policy.leastBytes()) {
          replays.add(() -> of(trace, percent, bytes, policy, accessed));
        }
      }
    }
    return replays;
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

  private static HitRatio of(Trace trace, int percent, Policy policy) {
    int entries = (int) Math.max(FEWEST_ENTRIES, (long) trace.blocks() * percent / 100);
    double ratio = (double) policy.hits(trace, entries) / trace.length();
    return new HitRatio(trace.name(), percent, entries, policy.title(), ratio);
  }

  private static HitRatio of(
      Trace trace, int percent, long bytes, BytePolicy policy, long accessed) {
    Hits hits = policy.hitsWithin(trace, bytes);
    return new HitRatio(
        trace.name(),
        percent,
        bytes,
        Unit.BYTES,
        policy.title(),
        (double) hits.count() / trace.length(),
        (double) hits.bytes() / accessed);
  }
}
