package io.strata.l2.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HistoryTest {
  private static final int ENTRIES = 1 << 12;

  @Test
  void whatIsPutIsTakenOnce() {
    History history = new History(Remembered.allocate(ENTRIES));
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 10_000; i++) {
      long key = random.nextLong();
      int mark = random.nextInt(1 << Policy.MARK_BITS);
      int now = random.nextInt(1 << Turnover.BITS);
      history.put(key, mark, now);
      long entry = history.take(key);
      assertThat(History.mark(entry)).isEqualTo(mark);
      assertThat(History.goneAt(entry)).isEqualTo(now);
      assertThat(history.take(key)).isEqualTo(History.NONE);
    }
  }

  @Test
  void theLastMarkOfABlockCounts() {
    History history = new History(Remembered.allocate(ENTRIES));
    history.put(5, 1, 1);
    history.put(5, 2, 2);
    assertThat(History.mark(history.take(5))).isEqualTo(2);
    assertThat(history.take(5)).isEqualTo(History.NONE);
  }

  @Test
  void whatWentLongAgoIsForgottenFirst() {
    History history = new History(Remembered.allocate(ENTRIES));
    int blocks = 4 * ENTRIES;
    for (int i = 0; i < blocks; i++) {
      history.put(Keys.of(0, i), 0, i * Turnover.UNITS / ENTRIES);
    }
    int remembered = 0;
    int late = 0;
    for (int i = 0; i < blocks; i++) {
      if (history.take(Keys.of(0, i)) != History.NONE) {
        remembered++;
        late += i >= blocks - ENTRIES / 2 ? 1 : 0;
      }
    }
    assertThat(remembered).isBetween(ENTRIES * 9 / 10, ENTRIES);
    assertThat(late).as("of the last half").isGreaterThan(ENTRIES * 9 / 20);
  }

  @Test
  void timeGoesRound() {
    Turnover turnover = new Turnover(1_000L * Turnover.UNITS);
    int mark = turnover.advance(1_500);
    assertThat(turnover.since(mark)).isZero();
    for (int i = 0; i < 3 * (1 << Turnover.BITS); i++) {
      int stamp = turnover.advance(1_000);
      assertThat(turnover.now()).isEqualTo(stamp);
      assertThat(turnover.since(mark)).isEqualTo((i + 1) & ((1 << Turnover.BITS) - 1));
    }
    turnover.setCapacity(500L * Turnover.UNITS);
    assertThat(turnover.capacity()).isEqualTo(Turnover.UNITS);
    int resized = turnover.now();
    turnover.advance(1_000);
    assertThat(turnover.since(resized)).isEqualTo(2);
  }

  /** A set that straddles two cache lines costs two misses. */
  @Test
  void setsBeginWhereCacheLinesDo() {
    for (int blocks : new int[] {1, 8, ENTRIES, 1 << 20}) {
      ByteBuffer memory = Remembered.allocate(blocks);
      assertThat(memory.alignmentOffset(0, 64)).as("of %d blocks", blocks).isZero();
      assertThat(memory.capacity()).isEqualTo(Math.max(8, blocks) * Policy.BYTES_TO_REMEMBER);
    }
  }
}
