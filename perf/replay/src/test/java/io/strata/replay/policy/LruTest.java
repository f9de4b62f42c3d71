package io.strata.replay.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.replay.trace.Trace;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LruTest {
  @Test
  void evictsLeastRecentlyUsed() {
    Random random = new Random(1965);
    for (int round = 0; round < 300; round++) {
      Trace trace = Trace.of("random", random.longs(200, 0, 20).toArray());
      int entries = 1 + random.nextInt(20);
      assertThat(new Lru().hits(trace, entries)).isEqualTo(hitsOfAMap(trace, entries));
    }
  }

  @Test
  void evictsLeastRecentlyUsedByBytes() {
    Random random = new Random(1966);
    for (int round = 0; round < 300; round++) {
      Trace trace = RandomTraces.ofLengths(random, 200, 20, 50);
      int bytes = 1 + random.nextInt(500);
      assertThat(new Lru().hits(trace, bytes))
          .as("round %d, %d bytes", round, bytes)
          .isEqualTo(hitsOfAMap(trace, bytes));
    }
  }

  private static Hits hitsOfAMap(Trace trace, long bytes) {
    Map<Integer, Integer> cached = new LinkedHashMap<>();
    Hits.Counter hits = new Hits.Counter();
    for (int index = 0; index < trace.length(); index++) {
      int block = trace.at(index);
      int length = trace.lengthOf(block);
      if (cached.remove(block) != null) {
        hits.add(length);
      }
      if (length <= bytes) {
        cached.put(block, length);
      }
      while (cached.values().stream().mapToLong(Integer::longValue).sum() > bytes) {
        cached.remove(cached.keySet().iterator().next());
      }
    }
    return hits.sum();
  }
}
