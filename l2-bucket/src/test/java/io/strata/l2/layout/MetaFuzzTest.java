package io.strata.l2.layout;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever happens to a slot, its word says the same as fields of their own would. */
class MetaFuzzTest {
  private static final int MOST_STEPS = 64;

  private record Fields(int state, int pins, int frequency, boolean inMemory, int generation) {
    static Fields of(long meta) {
      return new Fields(
          Meta.state(meta),
          Meta.pins(meta),
          Meta.frequency(meta),
          Meta.isInMemory(meta),
          Meta.generation(meta));
    }

    Fields withPins(int more) {
      return new Fields(state, pins + more, frequency, inMemory, generation);
    }

    Fields withFrequency(int now) {
      return new Fields(state, pins, now, inMemory, generation);
    }

    Fields with(int newState, int pinsMore) {
      return new Fields(newState, pins + pinsMore, frequency, inMemory, generation);
    }

    Fields of(int newState, int newGeneration) {
      return new Fields(newState, 0, 0, false, newGeneration);
    }
  }

  @FuzzTest
  void a_word_keeps_its_fields_apart(FuzzedDataProvider data) {
    // Bit 30 and 31 are unused, and nothing sets them.
    long meta = data.consumeLong() & ~(3L << 30);
    for (int step = 0; step < MOST_STEPS && data.remainingBytes() > 0; step++) {
      Fields before = Fields.of(meta);
      Fields expected;
      switch (data.consumeInt(0, 8)) {
        case 0 -> {
          if (before.pins == Meta.MAX_PINS) {
            continue;
          }
          meta = Meta.pinned(meta);
          expected = before.withPins(1);
        }
        case 1 -> {
          if (before.pins == Meta.MAX_PINS) {
            continue;
          }
          meta = Meta.pinnedByRead(meta);
          expected =
              before.withPins(1).withFrequency(Math.min(before.frequency + 1, Meta.MAX_FREQUENCY));
        }
        case 2 -> {
          if (before.frequency == 0) {
            continue;
          }
          meta = Meta.aged(meta);
          expected = before.withFrequency(before.frequency - 1);
        }
        case 3 -> {
          if (before.pins == Meta.MAX_PINS) {
            continue;
          }
          meta = Meta.doomed(meta);
          expected = before.with(Meta.DOOMED, 1);
        }
        case 4 -> {
          meta = Meta.freed(meta);
          expected = before.of(Meta.FREE, before.generation + 1);
        }
        case 5 -> {
          meta = Meta.filling(meta);
          expected = before.of(Meta.FILLING, before.generation + 1);
        }
        case 6 -> {
          meta = Meta.part(meta);
          expected = before.of(Meta.PART, before.generation);
        }
        case 7 -> {
          boolean inMemory = data.consumeBoolean();
          meta = Meta.visible(meta, inMemory);
          expected =
              new Fields(
                  Meta.VISIBLE, 0, inMemory ? Meta.MAX_FREQUENCY : 0, inMemory, before.generation);
        }
        default -> {
          long other = data.consumeLong();
          meta = Meta.visibleAs(meta, other);
          Fields as = Fields.of(other);
          expected = new Fields(Meta.VISIBLE, 0, as.frequency, as.inMemory, before.generation);
        }
      }
      assertThat(Fields.of(meta)).isEqualTo(expected);
      assertThat(Meta.isVisible(meta)).isEqualTo(expected.state == Meta.VISIBLE);
      assertThat(Meta.isLastPinOfDoomed(meta))
          .isEqualTo(expected.state == Meta.DOOMED && expected.pins == 1);
    }
  }
}
