package io.strata.replay.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strata.l2.policy.Policies;
import io.strata.replay.policy.Belady;
import io.strata.replay.policy.Lru;
import io.strata.replay.trace.SampleTraces;
import io.strata.replay.trace.Trace;
import java.io.IOException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnginePolicyTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 1_000, 3_853, 3_855, 10_000, 123_457})
  void holdsAsManyBlocksAsItIsAskedTo(int entries) {
    int held = Shape.holding(entries).entries();
    assertThat(held).isCloseTo(entries, within(1 + held / 7_000));

    Trace twice = Trace.of("twice", LongStream.concat(range(held), range(held)).toArray());

    assertThat(new EnginePolicy(Policies.REUSE_DISTANCE).hits(twice, entries)).isEqualTo(held);
  }

  private static LongStream range(int end) {
    return LongStream.range(0, end);
  }

  @Test
  void isBetweenNothingAndTheOptimum() throws IOException {
    Trace trace = SampleTraces.WEB07.read();
    int entries = trace.blocks() / 10;

    int hits = new EnginePolicy(Policies.REUSE_DISTANCE).hits(trace, entries);

    assertThat(hits)
        .isLessThan(new Belady().hits(trace, entries))
        .isGreaterThan(new Lru().hits(trace, entries) * 9 / 10);
  }
}
