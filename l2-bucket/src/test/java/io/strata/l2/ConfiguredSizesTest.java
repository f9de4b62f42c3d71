package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.testing.TestStore;
import org.junit.jupiter.api.Test;

/** Configured slot sizes, in buckets that had slots of other sizes before. */
class ConfiguredSizesTest {
  private static final int LARGE = 4_194_048;

  @Test
  void largeBlocksAreCachedInBucketsThatHadSmallSlots() {
    StoreOptions options =
        StoreOptions.ofBytes(64L << 20).withSizeClasses(SizeClasses.of(1024, LARGE));
    try (TestStore test = new TestStore(options)) {
      for (int i = 0; test.store().statistics().emptyBuckets() > 0; i++) {
        test.insert("small", i, 1024);
      }
      int cached = 0;
      for (int i = 0; i < 100; i++) {
        test.put("large", i, LARGE);
        cached += test.read("large", i) ? 1 : 0;
      }
      assertThat(cached).as("large blocks cached, of 100").isEqualTo(100);
    }
  }

  @Test
  void everySizeFitsABucketWithTheMaximumOfHeaders() {
    for (int smallest : new int[] {1, 1024, 2048, 65_536, 3 << 20, BucketLayout.MAX_SLOT_BYTES}) {
      for (int largest : new int[] {smallest, LARGE, BucketLayout.MAX_SLOT_BYTES}) {
        SizeClasses sizes = SizeClasses.of(smallest, largest);
        int headers = BucketLayout.slots(sizes.slotBytes(0), 0);
        assertThat(sizes.sizes())
            .as("%d and %d", smallest, largest)
            .allSatisfy(size -> assertThat(BucketLayout.slots(size, headers)).isPositive());
        assertThat(sizes.classFor(largest % sizes.largest()))
            .as("%d and %d: a class for the last part", smallest, largest)
            .isNotNegative();
      }
    }
  }
}
