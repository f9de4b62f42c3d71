package io.strata.replay.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.replay.trace.Trace;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PackedIntervalsTest {
  /** Tries all choices on short traces, so no policy can hit more. */
  @Test
  void isAnUpperBound() {
    Random random = new Random(2018);
    for (int round = 0; round < 300; round++) {
      Trace trace = RandomTraces.ofLengths(random, 1 + random.nextInt(12), 5, 9);
      int bytes = 1 + random.nextInt(20);
      Hits bound = new PackedIntervals().hits(trace, bytes);
      assertThat(bound.count())
          .as("round %d, %d bytes", round, bytes)
          .isGreaterThanOrEqualTo(maxHits(trace, bytes, false));
      assertThat(bound.bytes())
          .as("round %d, %d bytes", round, bytes)
          .isGreaterThanOrEqualTo(maxHits(trace, bytes, true));
    }
  }

  /**
   * Returns the maximum hits, or bytes hit, by the bit set of cached blocks, computed from the end.
   */
  private static long maxHits(Trace trace, int capacity, boolean ofBytes) {
    int sets = 1 << trace.blocks();
    long[] best = new long[sets];
    for (int index = trace.length() - 1; index >= 0; index--) {
      long[] before = new long[sets];
      for (int cached = 0; cached < sets; cached++) {
        before[cached] = maxFrom(trace, capacity, trace.at(index), cached, best, ofBytes);
      }
      best = before;
    }
    return best[0];
  }

  private static long maxFrom(
      Trace trace, int capacity, int block, int cached, long[] after, boolean ofBytes) {
    int here = cached | 1 << block;
    long best = 0;
    for (int kept = 0; kept < after.length; kept++) {
      if ((kept & ~here) == 0 && bytes(trace, kept) <= capacity) {
        best = Math.max(best, after[kept]);
      }
    }
    return here == cached ? best + (ofBytes ? trace.lengthOf(block) : 1) : best;
  }

  private static long bytes(Trace trace, int cached) {
    long bytes = 0;
    for (int block = 0; block < trace.blocks(); block++) {
      if ((cached >> block & 1) == 1) {
        bytes += trace.lengthOf(block);
      }
    }
    return bytes;
  }

  @Test
  void isAtOrSlightlyAboveTheOptimumForOneSize() {
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
  void countsEachReuseIfAllBlocksFit() {
    Trace trace = RandomTraces.ofLengths(new Random(1), 500, 30, 100);
    Hits all = new PackedIntervals().hits(trace, trace.bytes());
    assertThat(all).isEqualTo(new Lru().hits(trace, trace.bytes()));
    assertThat(all.count()).isEqualTo(trace.length() - trace.blocks());
  }

  @Test
  void skipsLargeBlocksAndTakesAPartOfTheLast() {
    int[] lengths = {2, 10};
    Trace nested = Trace.ofLengths("nested", lengths, 0, 1, 1, 0);
    assertThat(new PackedIntervals().hits(nested, 9)).isEqualTo(new Hits(1, 2));
    assertThat(new PackedIntervals().hits(nested, 10)).isEqualTo(new Hits(2, 12));
    // Of 10 bytes at 3 times, the one takes 20 and leaves half of what the other needs.
    Trace crossed = Trace.ofLengths("crossed", new int[] {10, 10}, 0, 1, 0, 1);
    assertThat(new PackedIntervals().hits(crossed, 10)).isEqualTo(new Hits(1, 15));
  }

  @Test
  void byteHitsPreferShortReuseDistances() {
    int[] lengths = {1, 10, 10};
    Trace trace = Trace.ofLengths("two alternating", lengths, 0, 1, 2, 1, 2, 1, 2, 1, 2, 0);
    // Of 10 bytes at 9 times, the short block takes 9 for its hit and each of the others 20. Bytes
    // come from four of the others and half of another.
    assertThat(new PackedIntervals().hits(trace, 10)).isEqualTo(new Hits(5, 45));
  }
}
