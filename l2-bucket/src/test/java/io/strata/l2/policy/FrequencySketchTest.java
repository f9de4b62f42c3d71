package io.strata.l2.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FrequencySketchTest {
  private static final int WORDS = 1 << 12;
  private static final int TIMES = 15;

  /** Of all words, 64 in a step of the halving and 4 of the key itself. */
  private static final int MAX_CHANGED = 68;

  private final ByteBuffer memory = GhostMemory.allocate(WORDS);
  private final FrequencySketch sketch = new FrequencySketch(memory);
  private final SplittableRandom random = new SplittableRandom(1);

  private long[] words() {
    long[] words = new long[WORDS];
    for (int i = 0; i < WORDS; i++) {
      words[i] = memory.getLong(i * Long.BYTES);
    }
    return words;
  }

  /** An addition runs in a thread that inserts a block, while others wait for it. */
  @Test
  void additionChangesABoundedNumberOfWords() {
    int max = 0;
    long halved = 0;
    long[] before = words();
    for (int count = 0; count < 2 * WORDS; count++) {
      sketch.add(random.nextLong(), TIMES);
      long[] after = words();
      int changed = 0;
      for (int i = 0; i < WORDS; i++) {
        changed += before[i] == after[i] ? 0 : 1;
        halved +=
            after[i] != before[i] && after[i] == (before[i] >>> 1 & 0x7777777777777777L) ? 1 : 0;
      }
      max = Math.max(max, changed);
      before = after;
    }
    assertThat(max).as("words changed by an addition").isLessThanOrEqualTo(MAX_CHANGED);
    assertThat(halved).as("words that were halved").isGreaterThan(WORDS / 2);
  }

  @Test
  void countIsHalvedOnceWithAllOthers() {
    long key = 7;
    sketch.add(key, TIMES);
    assertThat(sketch.count(key)).isEqualTo(TIMES);
    // Additions of another key: few words change, but in the end all counters must be halved.
    for (int count = TIMES; count <= 10 * WORDS; count++) {
      sketch.add(-1, 1);
    }
    for (int step = 0; step < WORDS; step++) {
      sketch.add(-1, 1);
    }
    assertThat(sketch.count(key)).isEqualTo(TIMES / 2);
  }
}
