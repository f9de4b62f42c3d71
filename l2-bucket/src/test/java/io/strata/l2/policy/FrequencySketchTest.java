package io.strata.l2.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FrequencySketchTest {
  private static final int WORDS = 1 << 12;
  private static final int TIMES = 15;

  /** Of all words, 64 for a step of the halving and 4 for the key itself. */
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

  /** The thread that counts is one that inserts a block: others wait for it. */
  @Test
  void oneCountChangesNoMoreWordsHoweverManyThereAre() {
    int most = 0;
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
      most = Math.max(most, changed);
      before = after;
    }
    assertThat(most).as("words that one count changed").isLessThanOrEqualTo(MAX_CHANGED);
    assertThat(halved).as("words that were halved").isGreaterThan(WORDS / 2);
  }

  @Test
  void countIsHalvedOnceWithAllOthers() {
    long key = 7;
    sketch.add(key, TIMES);
    assertThat(sketch.count(key)).isEqualTo(TIMES);
    // Counts of one other key: few words change, but the halving of all is due in the end.
    for (int count = TIMES; count <= 10 * WORDS; count++) {
      sketch.add(-1, 1);
    }
    for (int step = 0; step < WORDS; step++) {
      sketch.add(-1, 1);
    }
    assertThat(sketch.count(key)).isEqualTo(TIMES / 2);
  }
}
