package io.strata.l2.layout;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;

/**
 * Any slot sizes are rejected, or buckets are formatted for them with slots that do not overlap.
 */
@Tag("fuzz")
class SizeClassesFuzzTest {

  @FuzzTest
  void chosenSizesHoldWhatTheyShould(FuzzedDataProvider data) {
    int bytes = data.consumeInt(1, BucketLayout.BUCKET_BYTES);
    int earlierHeaders = data.consumeInt(0, Handle.MAX_SLOTS);
    int[] chosen = data.consumeInts(16);
    SizeClasses classes;
    try {
      classes = SizeClasses.of(chosen);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageMatching("(?:No slot size|A slot of -?\\d+ bytes).*: .*\\.");
      assertThat(
              chosen.length == 0 || Arrays.stream(chosen).anyMatch(SizeClassesFuzzTest::isInvalid))
          .isTrue();
      return;
    }
    assertThat(Arrays.stream(chosen)).noneMatch(SizeClassesFuzzTest::isInvalid);
    for (int size : chosen) {
      assertThat(classes.classFor(size % classes.largest()))
          .as("a class for the last part of %d", size)
          .isNotNegative();
    }
    isTheSmallestThatHolds(classes, classes.classFor(bytes), bytes);
    for (int slot : classes.sizes()) {
      doNotOverlap(slot, earlierHeaders);
    }
  }

  private static boolean isInvalid(int size) {
    return size < 1;
  }

  private static void isTheSmallestThatHolds(SizeClasses classes, int sizeClass, int bytes) {
    if (sizeClass < 0) {
      assertThat(classes.largest()).isLessThan(bytes);
      return;
    }
    assertThat(classes.slotBytes(sizeClass)).isGreaterThanOrEqualTo(bytes);
    if (sizeClass > 0) {
      assertThat(classes.slotBytes(sizeClass - 1)).isLessThan(bytes);
    }
  }

  private static void doNotOverlap(int slotBytes, int earlierHeaders) {
    int slots = BucketLayout.slots(slotBytes, earlierHeaders);
    assertThat(slots).isBetween(0, Handle.MAX_SLOTS);
    int headers = Math.max(slots, earlierHeaders);
    assertThat(BucketLayout.slotAddress(slots, slotBytes, headers))
        .isLessThanOrEqualTo(BucketLayout.BUCKET_BYTES);
    for (int slot = 0; slot < slots; slot++) {
      int address = BucketLayout.slotAddress(slot, slotBytes, headers);
      assertThat(address % BucketLayout.ALIGNMENT).isZero();
      assertThat(address).isGreaterThanOrEqualTo(headers * Header.BYTES);
    }
  }
}
