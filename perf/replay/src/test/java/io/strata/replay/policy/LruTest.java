package io.strata.replay.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.replay.trace.Trace;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LruTest {
  @Test
  void keepsWhatWasReadLast() {
    Random random = new Random(1965);
    for (int round = 0; round < 300; round++) {
      Trace trace = Trace.of("random", random.longs(200, 0, 20).toArray());
      int entries = 1 + random.nextInt(20);
      assertThat(new Lru().hits(trace, entries)).isEqualTo(hitsOfAMap(trace, entries));
    }
  }

  @Test
  void keepsWhatWasReadLastWithinSoManyBytes() {
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
    Map<Integer, Integer> held = new LinkedHashMap<>();
    Hits.Counter hits = new Hits.Counter();
    for (int place = 0; place < trace.length(); place++) {
      int block = trace.at(place);
      int length = trace.lengthOf(block);
      if (held.remove(block) != null) {
        hits.add(length);
      }
      if (length <= bytes) {
        held.put(block, length);
      }
      while (held.values().stream().mapToLong(Integer::longValue).sum() > bytes) {
        held.remove(held.keySet().iterator().next());
      }
    }
    return hits.sum();
  }
}
