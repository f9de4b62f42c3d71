package io.strata.replay.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.replay.trace.Trace;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BeladyTest {
  /** Tries all choices on short traces. */
  @Test
  void isOptimal() {
    Random random = new Random(1966);
    for (int round = 0; round < 300; round++) {
      long[] keys = random.longs(1 + random.nextInt(12), 0, 5).toArray();
      Trace trace = Trace.of("short", keys);
      int entries = 1 + random.nextInt(3);
      assertThat(new Belady().hits(trace, entries).count())
          .as("%d entries, %s", entries, Arrays.toString(keys))
          .isEqualTo(maxHits(trace, entries, 0, 0));
    }
  }

  /** Returns the maximum hits from an access on, with a bit set of cached blocks. */
  private static int maxHits(Trace trace, int entries, int index, int cached) {
    if (index == trace.length()) {
      return 0;
    }
    int block = 1 << trace.at(index);
    if ((cached & block) != 0) {
      return 1 + maxHits(trace, entries, index + 1, cached);
    }
    if (Integer.bitCount(cached) < entries) {
      return maxHits(trace, entries, index + 1, cached | block);
    }
    int best = maxHits(trace, entries, index + 1, cached);
    for (int victim = 1; victim <= cached; victim <<= 1) {
      if ((cached & victim) != 0) {
        best = Math.max(best, maxHits(trace, entries, index + 1, (cached & ~victim) | block));
      }
    }
    return best;
  }
}
