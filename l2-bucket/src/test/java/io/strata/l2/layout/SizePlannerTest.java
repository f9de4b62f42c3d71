package io.strata.l2.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

class SizePlannerTest {
  private static final int KB = 1 << 10;

  private static int[] counted(int blocks, IntSupplier sizes) {
    int[] counts = new int[SizePlanner.STEPS];
    for (int i = 0; i < blocks; i++) {
      counts[SizePlanner.step(sizes.getAsInt())]++;
    }
    return counts;
  }

  @Test
  void oneSizeGetsOneClassOfWhichAsManyAsPossibleFitIntoABucket() {
    List<Integer> sizes = SizePlanner.plan(counted(100, () -> 65_573), 200, Set.of());
    assertThat(sizes).hasSize(1);
    assertThat(sizes.get(0)).isGreaterThanOrEqualTo(65_573);
    assertThat(BucketLayout.usualSlots(sizes.get(0))).isEqualTo(BucketLayout.usualSlots(65_573));
  }

  @Test
  void emptyHistogramHasAnEmptyPlan() {
    assertThat(SizePlanner.plan(new int[SizePlanner.STEPS], 8, Set.of())).isEmpty();
  }

  @Test
  void twoSizesFarApartGetTwoClasses() {
    SplittableRandom random = new SplittableRandom(1);
    List<Integer> sizes =
        SizePlanner.plan(
            counted(1_000, () -> random.nextBoolean() ? 8 * KB : 64 * KB), 200, Set.of());
    assertThat(sizes).hasSize(2);
  }

  @Test
  void fewBlocksOfAnOddSizeGetNoClass() {
    SplittableRandom random = new SplittableRandom(2);
    List<Integer> sizes =
        SizePlanner.plan(
            counted(10_000, () -> random.nextInt(500) == 0 ? 30 * KB : 64 * KB + 33),
            200,
            Set.of());
    assertThat(sizes).hasSize(1);
  }

  @Test
  void noOtherChoiceOfClassesWastesLess() {
    SplittableRandom random = new SplittableRandom(3);
    for (int round = 0; round < 20; round++) {
      int few = random.nextInt(2, 200);
      int[] choices = random.ints(few, 4 * KB, SizeClasses.LARGEST_LEARNT).toArray();
      int[] counts = counted(1_000, () -> choices[random.nextInt(few)]);
      List<Integer> planned = SizePlanner.plan(counts, 20, Set.of());
      double waste = SizePlanner.buckets(exactly(planned), counts, 20);
      for (int other = 0; other < 200; other++) {
        int[] sizes =
            random.ints(2, 4 * KB, SizeClasses.LARGEST_LEARNT).map(BucketLayout::align).toArray();
        SizeClasses any = exactly(List.of(sizes[0], sizes[1], planned.get(planned.size() - 1)));
        if (planned.size() == 3) {
          assertThat(waste).isLessThanOrEqualTo(SizePlanner.buckets(any, counts, 20) + 1e-9);
        }
      }
    }
  }

  /** Returns these sizes and, for larger blocks, the largest there is. */
  private static SizeClasses exactly(List<Integer> sizes) {
    int[] all = new int[sizes.size() + 1];
    for (int i = 0; i < sizes.size(); i++) {
      all[i] = sizes.get(i);
    }
    all[sizes.size()] = SizeClasses.LARGEST_LEARNT;
    return SizeClasses.of(all);
  }

  @Test
  void enoughClassesWasteNextToNothingOnAnyMix() {
    SplittableRandom random = new SplittableRandom(4);
    int[] counts = counted(20_000, () -> (int) (4 * KB * Math.pow(2, random.nextDouble() * 5)));
    SizeClasses learnt = SizeClasses.learnt(SizePlanner.plan(counts, 254, Set.of()));
    double buckets = SizePlanner.buckets(learnt, counts, 254);
    assertThat(buckets).isLessThan(254 * 1.05);
    assertThat(buckets)
        .isLessThanOrEqualTo(SizePlanner.buckets(SizeClasses.geometric(), counts, 254));
  }

  @Test
  void unseenSizeHasASlotToo() {
    SizeClasses learnt = SizeClasses.learnt(List.of(64 * KB));
    for (int bytes = 1; bytes <= SizeClasses.LARGEST_LEARNT; bytes += 63) {
      int slot = learnt.slotBytes(learnt.classFor(bytes));
      assertThat(slot).isGreaterThanOrEqualTo(bytes);
      if (bytes > BucketLayout.MIN_SLOT_BYTES) {
        assertThat(slot).isLessThan(2 * bytes + 4 * KB);
      }
    }
    assertThat(learnt.largest()).isEqualTo(SizeClasses.LARGEST_LEARNT);
    assertThat(learnt.areFixed()).isFalse();
  }

  @Test
  void largestSlotsFillABucketThatWasFormattedBefore() {
    int slots = BucketLayout.slots(SizeClasses.LARGEST_LEARNT, BucketLayout.slots(8 * KB, 0));
    assertThat(slots).isEqualTo(15);
  }
}
