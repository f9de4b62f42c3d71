package io.strata.replay.policy;

import io.strata.replay.trace.Trace;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * What no policy hits more of, of blocks of different lengths, though it knew what comes: PFOO-L of
 * Berger, Beckmann and Harchol-Balter ("Practical Bounds on Optimal Caching with Variable Object
 * Sizes", SIGMETRICS 2018). The optimum itself is NP-hard to find.
 *
 * <p>A hit needs its block to be kept from one access to the next: its length for so many accesses.
 * A cache has its bytes at each access, and no more. So hits are taken that need least for what
 * they give, until all that the cache has is spent; that it might be spent at the wrong time is
 * passed over, which is why this is a bound and no policy. For hits, and for bytes that are hit,
 * other ones are taken: no policy need reach both at once.
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
    long room = Math.multiplyExact(bytes, (long) Math.max(0, trace.length() - 1));
    return new Hits(mostHits(intervals, room), mostBytes(intervals, room));
  }

  /**
   * For each access that could be a hit, how many accesses ago its block was accessed last, above
   * the block's length.
   */
  private static long[] intervals(Trace trace, long bytes) {
    int[] last = new int[trace.blocks()];
    Arrays.fill(last, NEVER);
    LongStream.Builder intervals = LongStream.builder();
    for (int place = 0; place < trace.length(); place++) {
      int block = trace.at(place);
      if (last[block] != NEVER && trace.lengthOf(block) <= bytes) {
        intervals.add((long) (place - last[block]) << Integer.SIZE | trace.lengthOf(block));
      }
      last[block] = place;
    }
    return intervals.build().toArray();
  }

  private static long need(long interval) {
    return (interval >>> Integer.SIZE) * (int) interval;
  }

  /** Each gives one hit: those that need least come first. A part of a hit is none. */
  private static long mostHits(long[] intervals, long room) {
    long[] needs = Arrays.stream(intervals).map(PackedIntervals::need).sorted().toArray();
    long left = room;
    for (int hits = 0; hits < needs.length; hits++) {
      if (needs[hits] > left) {
        return hits;
      }
      left -= needs[hits];
    }
    return needs.length;
  }

  /** Each gives its length: those over the fewest accesses come first, and a part of the last. */
  private static long mostBytes(long[] intervals, long room) {
    long[] shortestFirst = Arrays.stream(intervals).sorted().toArray();
    long left = room;
    long bytes = 0;
    for (long interval : shortestFirst) {
      if (need(interval) > left) {
        return bytes + left / (interval >>> Integer.SIZE);
      }
      left -= need(interval);
      bytes += (int) interval;
    }
    return bytes;
  }
}
