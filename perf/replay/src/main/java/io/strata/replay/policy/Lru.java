package io.strata.replay.policy;

import io.strata.replay.trace.Trace;
import java.util.function.IntUnaryOperator;

/**
 * The block goes that was read longest ago, exactly: what other policies are measured by. By bytes,
 * as many go as the one that comes needs, and one that is larger than the cache is not let in.
 */
public final class Lru implements Policy, BytePolicy {
  @Override
  public String title() {
    return "LRU";
  }

  @Override
  public int hits(Trace trace, int entries) {
    return (int) replay(trace, entries, block -> 1).count();
  }

  @Override
  public Hits hitsWithin(Trace trace, long bytes) {
    return replay(trace, bytes, trace::lengthOf);
  }

  private static Hits replay(Trace trace, long room, IntUnaryOperator size) {
    Recency recency = new Recency(trace.blocks());
    Hits.Counter hits = new Hits.Counter();
    long free = room;
    for (int place = 0; place < trace.length(); place++) {
      int block = trace.at(place);
      int needed = size.applyAsInt(block);
      if (recency.remove(block)) {
        hits.add(needed);
        recency.addNewest(block);
      } else if (needed <= room) {
        while (free < needed) {
          int victim = recency.oldest();
          recency.remove(victim);
          free += size.applyAsInt(victim);
        }
        free -= needed;
        recency.addNewest(block);
      }
    }
    return hits.sum();
  }
}
