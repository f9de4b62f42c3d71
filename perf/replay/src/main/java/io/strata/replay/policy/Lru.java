package io.strata.replay.policy;

import io.strata.replay.trace.Trace;

/**
 * The block goes that was read longest ago, exactly: what other policies are measured by. As many
 * go as the one that comes needs, and one that is larger than the cache is not inserted.
 */
public final class Lru implements Policy {
  @Override
  public String title() {
    return "LRU";
  }

  @Override
  public Hits hits(Trace trace, long size) {
    Recency recency = new Recency(trace.blocks());
    Hits.Counter hits = new Hits.Counter();
    long free = size;
    for (int place = 0; place < trace.length(); place++) {
      int block = trace.at(place);
      int needed = trace.lengthOf(block);
      if (recency.remove(block)) {
        hits.add(needed);
        recency.addNewest(block);
      } else if (needed <= size) {
        while (free < needed) {
          int victim = recency.oldest();
          recency.remove(victim);
          free += trace.lengthOf(victim);
        }
        free -= needed;
        recency.addNewest(block);
      }
    }
    return hits.sum();
  }
}
