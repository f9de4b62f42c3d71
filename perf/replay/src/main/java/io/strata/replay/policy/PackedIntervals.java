package io.strata.replay.policy;

import io.strata.replay.trace.Trace;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * An upper bound of the hits on blocks of different lengths: PFOO-L of Berger, Beckmann and
 * Harchol-Balter ("Practical Bounds on Optimal Caching with Variable Object Sizes", SIGMETRICS
 * 2018). The optimum itself is NP-hard.
 *
 * <p>A hit requires its block to be cached from one access to the next: it costs the block's length
 * times the number of accesses. The cache provides its size at each access. The bound takes the
 * hits of the lowest cost per gain until the total is spent. It ignores when that total is
 * available, which makes it a bound and not a policy. Hits and byte hits are maximized separately:
 * no policy need reach both at once.
 */
public final class PackedIntervals implements Policy {
  private static final int NEVER = -1;

  @Override
  public String title() {
    return "PFOO-L bound";
  }

  @Override
  public boolean accepts(Trace trace) {
    return trace.hasLengths();
  }

  @Override
  public Hits hits(Trace trace, long bytes) {
    long[] intervals = intervals(trace, bytes);
    long capacity = Math.multiplyExact(bytes, (long) Math.max(0, trace.length() - 1));
    return new Hits(maxHits(intervals, capacity), maxBytes(intervals, capacity));
  }

  /**
   * Returns for each possible hit the distance to the previous access of its block, in the upper
   * bits, and the block's length.
   */
  private static long[] intervals(Trace trace, long bytes) {
    int[] last = new int[trace.blocks()];
    Arrays.fill(last, NEVER);
    LongStream.Builder intervals = LongStream.builder();
    for (int index = 0; index < trace.length(); index++) {
      int block = trace.at(index);
      if (last[block] != NEVER && trace.lengthOf(block) <= bytes) {
        intervals.add((long) (index - last[block]) << Integer.SIZE | trace.lengthOf(block));
      }
      last[block] = index;
    }
    return intervals.build().toArray();
  }

  private static long cost(long interval) {
    return (interval >>> Integer.SIZE) * (int) interval;
  }

  /** Takes the cheapest hits first, without a partial one. */
  private static long maxHits(long[] intervals, long capacity) {
    long[] costs = Arrays.stream(intervals).map(PackedIntervals::cost).sorted().toArray();
    long left = capacity;
    for (int hits = 0; hits < costs.length; hits++) {
      if (costs[hits] > left) {
        return hits;
      }
      left -= costs[hits];
    }
    return costs.length;
  }

  /** Takes the hits over the fewest accesses first, and a part of the last. */
  private static long maxBytes(long[] intervals, long capacity) {
    long[] shortestFirst = Arrays.stream(intervals).sorted().toArray();
    long left = capacity;
    long bytes = 0;
    for (long interval : shortestFirst) {
      if (cost(interval) > left) {
        return bytes + left / (interval >>> Integer.SIZE);
      }
      left -= cost(interval);
      bytes += (int) interval;
    }
    return bytes;
  }
}
