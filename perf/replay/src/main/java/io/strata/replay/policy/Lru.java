package io.strata.replay.policy;

import io.strata.replay.trace.Trace;

/**
 * Exact LRU, the baseline for other policies. It evicts as many blocks as an insert needs, and does
 * not insert a block larger than the cache.
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
    for (int index = 0; index < trace.length(); index++) {
      int block = trace.at(index);
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
