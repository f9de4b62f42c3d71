package io.strata.replay.curve;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.replay.policy.Lru;
import io.strata.replay.trace.Trace;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExactCurveTest {
  @Test
  void equalsLruAtEverySize() {
    Random random = new Random(1970);
    for (int round = 0; round < 100; round++) {
      Trace trace = Trace.of("random", random.longs(200, 0, 1 + random.nextInt(40)).toArray());
      ExactCurve curve = new ExactCurve(trace);
      assertThat(curve.hits(0)).isZero();
      for (int blocks = 1; blocks <= trace.blocks() + 1; blocks++) {
        assertThat(curve.hits(blocks))
            .as("round %d, %d blocks", round, blocks)
            .isEqualTo(new Lru().hits(trace, blocks).count());
      }
    }
  }
}
