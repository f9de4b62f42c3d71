package io.strata.l2.layout;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.strata.l2.policy.Policy;
import org.junit.jupiter.api.Tag;

/** The meta word behaves as separate fields would, whatever happens to the slot. */
@Tag("fuzz")
class MetaFuzzTest {
  private static final int MAX_STEPS = 64;
  private static final int MAX_POLICY_BITS = (1 << Policy.POLICY_BITS) - 1;

  private record Fields(int state, int pins, int bits, int generation) {
    static Fields of(long meta) {
      return new Fields(
          Meta.state(meta), Meta.pins(meta), Meta.policyBits(meta), Meta.generation(meta));
    }

    Fields withPins(int more) {
      return new Fields(state, pins + more, bits, generation);
    }

    Fields withPolicyBits(int now) {
      return new Fields(state, pins, now, generation);
    }

    Fields with(int newState, int pinsMore) {
      return new Fields(newState, pins + pinsMore, bits, generation);
    }

    Fields of(int newState, int newGeneration) {
      return new Fields(newState, 0, 0, newGeneration);
    }
  }

  @FuzzTest
  void fieldsOfTheWordAreIndependent(FuzzedDataProvider data) {
    long meta = data.consumeLong();
    for (int step = 0; step < MAX_STEPS && data.remainingBytes() > 0; step++) {
      Fields before = Fields.of(meta);
      Fields expected;
      switch (data.consumeInt(0, 7)) {
        case 0 -> {
          if (before.pins == Meta.MAX_PINS) {
            continue;
          }
          meta = Meta.pinned(meta);
          expected = before.withPins(1);
        }
        case 1 -> {
          if (!Meta.isVisible(meta)) {
            continue;
          }
          int bits = data.consumeInt(0, MAX_POLICY_BITS);
          meta = Meta.withPolicyBits(meta, bits);
          expected = before.withPolicyBits(bits).with(Meta.VISIBLE, 0);
        }
        case 2 -> {
          if (before.pins == Meta.MAX_PINS) {
            continue;
          }
          meta = Meta.doomed(meta);
          expected = before.with(Meta.DOOMED, 1);
        }
        case 3 -> {
          meta = Meta.freed(meta);
          expected = before.of(Meta.FREE, (before.generation + 1) & Meta.MAX_GENERATION);
        }
        case 4 -> {
          meta = Meta.filling(meta);
          expected = before.of(Meta.FILLING, (before.generation + 1) & Meta.MAX_GENERATION);
        }
        case 5 -> {
          meta = Meta.part(meta);
          expected = before.of(Meta.PART, before.generation);
        }
        case 6 -> {
          if (!Meta.isVisible(meta)) {
            continue;
          }
          meta = Meta.victim(meta);
          expected = before.with(Meta.VICTIM, 0);
        }
        default -> {
          int bits = data.consumeInt(0, MAX_POLICY_BITS);
          meta = Meta.visible(meta, bits);
          expected = new Fields(Meta.VISIBLE, 0, bits, before.generation);
        }
      }
      assertThat(Fields.of(meta)).isEqualTo(expected);
      assertThat(Meta.isVisible(meta))
          .isEqualTo(expected.state == Meta.VISIBLE || expected.state == Meta.VICTIM);
      assertThat(Meta.isVictim(meta)).isEqualTo(expected.state == Meta.VICTIM);
      assertThat(Meta.isLastPinOfDoomed(meta))
          .isEqualTo(expected.state == Meta.DOOMED && expected.pins == 1);
    }
  }
}
