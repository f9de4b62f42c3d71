package io.strata.replay.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.replay.trace.Trace;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PackedIntervalsTest {
  /** All choices that there are, of short traces: so no policy can hit more. */
  @Test
  void noChoiceOfVictimsHitsMore() {
    Random random = new Random(2018);
    for (int round = 0; round < 300; round++) {
      Trace trace = RandomTraces.ofLengths(random, 1 + random.nextInt(12), 5, 9);
      int bytes = 1 + random.nextInt(20);
      Hits bound = new PackedIntervals().hits(trace, bytes);
      assertThat(bound.count())
          .as("round %d, %d bytes", round, bytes)
          .isGreaterThanOrEqualTo(most(trace, bytes, false));
      assertThat(bound.bytes())
          .as("round %d, %d bytes", round, bytes)
          .isGreaterThanOrEqualTo(most(trace, bytes, true));
    }
  }

  /**
   * The most hits, or bytes that are hit, by which blocks are held, a bit each, from the end on.
   */
  private static long most(Trace trace, int room, boolean ofBytes) {
    int sets = 1 << trace.blocks();
    long[] best = new long[sets];
    for (int place = trace.length() - 1; place >= 0; place--) {
      long[] before = new long[sets];
      for (int held = 0; held < sets; held++) {
        before[held] = mostFrom(trace, room, trace.at(place), held, best, ofBytes);
      }
      best = before;
    }
    return best[0];
  }

  private static long mostFrom(
      Trace trace, int room, int block, int held, long[] after, boolean ofBytes) {
    int here = held | 1 << block;
    long best = 0;
    for (int kept = 0; kept < after.length; kept++) {
      if ((kept & ~here) == 0 && bytes(trace, kept) <= room) {
        best = Math.max(best, after[kept]);
      }
    }
    return here == held ? best + (ofBytes ? trace.lengthOf(block) : 1) : best;
  }

  private static long bytes(Trace trace, int held) {
    long bytes = 0;
    for (int block = 0; block < trace.blocks(); block++) {
      if ((held >> block & 1) == 1) {
        bytes += trace.lengthOf(block);
      }
    }
    return bytes;
  }

  @Test
  void isNoLowerThanTheOptimumOfOneSizeAndNotFarAbove() {
    Random random = new Random(1966);
    int length = 7;
    for (int entries = 1; entries <= 60; entries++) {
      int[] blocks = random.ints(2_000, 0, 50).toArray();
      int[] lengths = new int[50];
      Arrays.fill(lengths, length);
      Trace trace = Trace.ofLengths("one size", lengths, blocks);
      long optimum = new Belady().hits(trace, entries).count();
      Hits bound = new PackedIntervals().hits(trace, (long) entries * length);
      assertThat(bound.count()).isGreaterThanOrEqualTo(optimum);
      assertThat(bound.bytes()).isBetween(bound.count() * length, (bound.count() + 1) * length);
      assertThat(bound.count() - optimum).isLessThan(trace.length() / 10);
    }
  }

  @Test
  void countsEachReuseWhereAllFits() {
    Trace trace = RandomTraces.ofLengths(new Random(1), 500, 30, 100);
    Hits all = new PackedIntervals().hits(trace, trace.bytes());
    assertThat(all).isEqualTo(new Lru().hits(trace, trace.bytes()));
    assertThat(all.count()).isEqualTo(trace.length() - trace.blocks());
  }

  @Test
  void leavesOutWhatDoesNotFitAndTakesAPartOfTheLast() {
    int[] lengths = {2, 10};
    Trace nested = Trace.ofLengths("nested", lengths, 0, 1, 1, 0);
    assertThat(new PackedIntervals().hits(nested, 9)).isEqualTo(new Hits(1, 2));
    assertThat(new PackedIntervals().hits(nested, 10)).isEqualTo(new Hits(2, 12));
    // Of 10 bytes at 3 times, the one takes 20 and leaves half of what the other needs.
    Trace crossed = Trace.ofLengths("crossed", new int[] {10, 10}, 0, 1, 0, 1);
    assertThat(new PackedIntervals().hits(crossed, 10)).isEqualTo(new Hits(1, 15));
  }

  @Test
  void takesForBytesWhatIsReadAgainSoonest() {
    int[] lengths = {1, 10, 10};
    Trace trace = Trace.ofLengths("two by turns", lengths, 0, 1, 2, 1, 2, 1, 2, 1, 2, 0);
    // Of 10 bytes at 9 times, the short block takes 9 for its hit and each of the others 20. Bytes
    // come from four of the others, and half a one.
    assertThat(new PackedIntervals().hits(trace, 10)).isEqualTo(new Hits(5, 45));
  }
}
