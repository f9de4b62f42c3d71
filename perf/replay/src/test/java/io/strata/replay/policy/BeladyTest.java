package io.strata.replay.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.replay.trace.Trace;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BeladyTest {
  /** All choices that there are, of short traces. */
  @Test
  void noChoiceOfVictimsHitsMore() {
    Random random = new Random(1966);
    for (int round = 0; round < 300; round++) {
      long[] keys = random.longs(1 + random.nextInt(12), 0, 5).toArray();
      Trace trace = Trace.of("short", keys);
      int entries = 1 + random.nextInt(3);
      assertThat(new Belady().hits(trace, entries).count())
          .as("%d entries, %s", entries, Arrays.toString(keys))
          .isEqualTo(most(trace, entries, 0, 0));
    }
  }

  /** The most hits from a place on, with a set of blocks held, a bit each. */
  private static int most(Trace trace, int entries, int place, int held) {
    if (place == trace.length()) {
      return 0;
    }
    int block = 1 << trace.at(place);
    if ((held & block) != 0) {
      return 1 + most(trace, entries, place + 1, held);
    }
    if (Integer.bitCount(held) < entries) {
      return most(trace, entries, place + 1, held | block);
    }
    int best = most(trace, entries, place + 1, held);
    for (int victim = 1; victim <= held; victim <<= 1) {
      if ((held & victim) != 0) {
        best = Math.max(best, most(trace, entries, place + 1, (held & ~victim) | block));
      }
    }
    return best;
  }
}
