package io.strata.l2.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LayoutTest {
  @Test
  void everyHandleAddressesOneSlot() {
    for (int bucket : new int[] {0, 1, 77, Handle.MAX_BUCKETS - 1}) {
      for (int slot : new int[] {0, 1, 63, Handle.MAX_SLOTS - 1}) {
        int handle = Handle.of(bucket, slot);
        assertThat(Handle.bucket(handle)).isEqualTo(bucket);
        assertThat(Handle.slot(handle)).isEqualTo(slot);
        assertThat(handle).isNotEqualTo(Handle.NONE);
      }
    }
  }

  @Test
  void headersAndSlotsOfEveryClassDoNotOverlap() {
    SizeClasses classes = SizeClasses.geometric();
    for (int earlier : new int[] {0, 1, 62, 1000, Handle.MAX_SLOTS - 1}) {
      for (int sizeClass = 0; sizeClass < classes.count(); sizeClass++) {
        int bytes = classes.slotBytes(sizeClass);
        int slots = BucketLayout.slots(bytes, earlier);
        int headers = Math.max(slots, earlier);
        if (slots == 0) {
          // Only a slot of nearly a whole bucket, if there were headers before.
          assertThat(bytes).isGreaterThan(BucketLayout.BUCKET_BYTES - earlier * Header.BYTES);
          continue;
        }
        assertThat(slots).isLessThanOrEqualTo(Handle.MAX_SLOTS);
        assertThat(BucketLayout.slotAddress(0, bytes, headers)).isEqualTo(headers * Header.BYTES);
        assertThat(BucketLayout.slotAddress(slots, bytes, headers))
            .isLessThanOrEqualTo(BucketLayout.BUCKET_BYTES);
        assertThat(BucketLayout.slotAddress(0, bytes, headers) % BucketLayout.ALIGNMENT).isZero();
      }
    }
  }

  @Test
  void classForASizeIsTheSmallestThatHoldsIt() {
    SizeClasses classes = SizeClasses.geometric();
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 100_000; i++) {
      int bytes = random.nextInt(1, SizeClasses.LARGEST_LEARNT + 1);
      int sizeClass = classes.classFor(bytes);
      assertThat(classes.slotBytes(sizeClass)).isGreaterThanOrEqualTo(bytes);
      if (sizeClass > 0) {
        assertThat(classes.slotBytes(sizeClass - 1)).isLessThan(bytes);
      }
    }
    assertThat(classes.classFor(SizeClasses.LARGEST_LEARNT + 1)).isEqualTo(-1);
  }

  @Test
  void blocksUpToAQuarterMegabyteWasteLittle() {
    SizeClasses classes = SizeClasses.geometric();
    double waste = 0;
    int count = 0;
    for (int bytes = 4 << 10; bytes <= SizeClasses.LARGEST_LEARNT; bytes += 64) {
      int slot = classes.slotBytes(classes.classFor(bytes));
      waste += 1.0 - (double) BucketLayout.slots(slot, 0) * bytes / BucketLayout.BUCKET_BYTES;
      count++;
    }
    assertThat(waste / count).isLessThan(0.05);
  }

  @Test
  void fixedClassesAreKeptAndInvalidOnesRejected() {
    SizeClasses classes = SizeClasses.of(66_560, 9_216, 9_216);
    assertThat(classes.count()).isEqualTo(2);
    assertThat(classes.slotBytes(0)).isEqualTo(9_216);
    assertThat(classes.largest()).isEqualTo(66_560);
    assertThatThrownBy(() -> SizeClasses.of()).hasMessageContaining("at least one");
    assertThatThrownBy(() -> SizeClasses.of(0)).hasMessageContaining("0 bytes");
  }

  @Test
  void fixedSizeOverABucketIsDividedIntoTwo() {
    SizeClasses classes = SizeClasses.of(9_216, BucketLayout.BUCKET_BYTES + 99_000);
    assertThat(classes.count()).isEqualTo(3);
    assertThat(BucketLayout.slots(classes.largest(), BucketLayout.slots(9_216, 0))).isEqualTo(1);
    assertThat(classes.largest() + classes.slotBytes(1))
        .isGreaterThanOrEqualTo(BucketLayout.BUCKET_BYTES + 99_000);
  }

  @Test
  void planSpendsTheConfiguredBytesExactly() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 10_000; i++) {
      long total = random.nextLong(CapacityPlan.MIN_BYTES, 1L << 41);
      CapacityPlan plan = CapacityPlan.of(total, 1 << random.nextInt(8, 31));
      long spent =
          (long) plan.buckets() * BucketLayout.BUCKET_BYTES
              + plan.tableBytes()
              + plan.inFlightBytes();
      assertThat(spent).isEqualTo(total);
      assertThat(Integer.bitCount(plan.heads())).isEqualTo(1);
      assertThat(plan.buckets()).isGreaterThanOrEqualTo(7);
    }
    assertThatThrownBy(() -> CapacityPlan.of(CapacityPlan.MIN_BYTES - 1))
        .hasMessageContaining("too small");
    assertThatThrownBy(() -> CapacityPlan.of(Long.MAX_VALUE)).hasMessageContaining("too large");
  }

  @Test
  void grownPlanCanShrinkToItsInitialSize() {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 10_000; i++) {
      long max = CapacityPlan.MIN_BYTES << random.nextInt(1, 8);
      long total = i == 0 ? CapacityPlan.MIN_BYTES : random.nextLong(CapacityPlan.MIN_BYTES, max);
      CapacityPlan initial = CapacityPlan.of(total, 1 << random.nextInt(8, 31));
      for (int growth = 2; growth <= 64; growth *= 2) {
        CapacityPlan grown = initial.resized(growth * total);
        CapacityPlan again = grown.resized(total);
        assertThat(again.totalBytes()).isEqualTo(total);
        assertThat(again.heads()).as("heads stay").isEqualTo(grown.heads());
        assertThat(again.buckets()).isBetween(7, initial.buckets());
        assertThat(initial.buckets() - again.buckets())
            .as("buckets that the heads cost")
            .isLessThanOrEqualTo(1 + initial.buckets() / 16);
      }
    }
    CapacityPlan large = CapacityPlan.of(1L << 40);
    assertThatThrownBy(() -> large.resized(CapacityPlan.MIN_BYTES))
        .hasMessageContaining("give at least");
  }

  /** Returns the number of blocks of the expected size for each chain. */
  private static double blocksInChain(CapacityPlan plan) {
    return (double) plan.totalBytes() / CapacityPlan.USUAL_BLOCK_BYTES / plan.heads();
  }

  @Test
  void chainsGrowWithTheStore() {
    for (long initial = CapacityPlan.MIN_BYTES; initial <= 1L << 33; initial *= 4) {
      CapacityPlan plan = CapacityPlan.of(initial);
      for (int growth = 2; growth <= 1 << 12; growth *= 2) {
        if (growth * initial > 1L << 41) {
          break;
        }
        CapacityPlan atOnce = plan.resized(growth * initial);
        CapacityPlan bySteps = plan;
        for (int step = 2; step <= growth; step *= 2) {
          bySteps = bySteps.resized(step * initial);
        }
        assertThat(bySteps).isEqualTo(atOnce);
        assertThat(blocksInChain(atOnce))
            .as("blocks in a chain of %d bytes grown %d times", initial, growth)
            .isLessThanOrEqualTo(growth <= 64 ? 1.0 / 8 : growth / 512.0);
        assertThat(atOnce.buckets()).isGreaterThan(plan.buckets());
      }
    }
  }

  @Test
  void growthThatWouldMakeChainsLongIsRejected() {
    CapacityPlan initial = CapacityPlan.of(CapacityPlan.MIN_BYTES);
    assertThatThrownBy(() -> initial.resized(1L << 40))
        .hasMessage(
            "A cache of 33554432 bytes cannot grow to 1099511627776: it was created with 33554432,"
                + " and its hash chains would have more than 8 blocks. Give at most 137438953472,"
                + " or start it larger.");
    assertThat(initial.resized(1L << 37).heads()).isEqualTo(1 << 18);
  }

  @Test
  void growthTooSmallForMoreHeadsCostsNoBucket() {
    CapacityPlan initial = CapacityPlan.of(1L << 34);
    CapacityPlan nearly = initial.resized((1L << 35) - 1);
    CapacityPlan twice = nearly.resized(1L << 35);
    assertThat(twice.buckets()).isGreaterThanOrEqualTo(nearly.buckets());
    assertThat(twice.resized((1L << 35) + (1L << 26)).heads()).isEqualTo(2 * initial.heads());
  }

  @Test
  void usualBlocksAndTheRowsThatExceedThemFillABucket() {
    int row = 1 << 10;
    assertThat(BucketLayout.usualSlots((64 << 10) + row)).isEqualTo(32);
    assertThat(BucketLayout.usualSlots((128 << 10) + row)).isEqualTo(16);
    assertThat(SizeClasses.LARGEST_LEARNT).isGreaterThanOrEqualTo((128 << 10) + row);
  }

  @Test
  void headersOfNeighboursBeginInDifferentHalvesOfAPage() {
    assertThat(BucketLayout.BUCKET_BYTES % 4_096).isEqualTo(2_048);
  }
}
