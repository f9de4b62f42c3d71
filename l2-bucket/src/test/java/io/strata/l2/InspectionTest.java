package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.count.BlockKinds;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.testing.ProvingBlock;
import io.strata.l2.testing.TestStore;
import io.strata.l2.write.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InspectionTest {
  private static final int KB = 1 << 10;

  @Test
  void blocksAreCountedByTheirKinds() {
    // The kind is derived from the attributes, which test blocks derive from their keys.
    BlockKinds kinds = new BlockKinds(3, attributes -> Math.floorMod(attributes, 3));
    StoreOptions options = StoreOptions.ofBytes(2 * TestStore.SMALL).withKinds(kinds);
    try (TestStore test = new TestStore(options)) {
      long[] inserted = new long[3];
      for (int i = 0; i < 2_000; i++) {
        ProvingBlock block = new ProvingBlock("file", i, 64 * KB);
        inserted[Math.floorMod(block.attributes(), 3)]++;
        test.insert(block);
      }
      test.insert("file", 1_999, 64 * KB);
      test.insert("file", 2_000, 40 << 20);
      test.awaitQuiet();
      // Blocks are evicted by others, and together with removed buckets.
      assertThat(test.store().statistics().evictedForRoom()).isPositive();
      test.store().controls().resize(TestStore.SMALL);
      test.awaitQuiet();
      test.store().evictRange("file", 1_990, 1_995);

      KindStatistics now = test.store().statisticsByKind();
      StoreStatistics all = test.store().statistics();
      assertThat(now.written()).containsExactly(inserted[0], inserted[1], inserted[2]);
      assertThat(sum(now.evictedForRoom())).isEqualTo(all.evictedForRoom()).isPositive();
      assertThat(now.evictedForRoom()).allMatch(count -> count > 0);
      assertThat(sum(now.evictedByRequest())).isEqualTo(all.evictedByRequest()).isPositive();
      for (Map.Entry<Rejection, List<Long>> each : now.rejected().entrySet()) {
        assertThat(sum(each.getValue())).isEqualTo(all.rejected(each.getKey()));
      }
      assertThat(one(now, Rejection.ALREADY_CACHED)).isEqualTo(kindOf(1_999));
      assertThat(one(now, Rejection.TOO_LARGE)).isEqualTo(kindOf(2_000));
      long[] cached = countByKind(test.store().inspection());
      for (int kind = 0; kind < 3; kind++) {
        long gone = now.evictedForRoom().get(kind) + now.evictedByRequest().get(kind);
        assertThat(cached[kind]).isEqualTo(inserted[kind] - gone);
      }
    }
    assertThatThrownBy(() -> new BlockKinds(0, attributes -> 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static long[] countByKind(Inspection seen) {
    long[] cached = new long[3];
    for (int bucket = 0; bucket < seen.buckets(); bucket++) {
      seen.forEachIn(
          bucket,
          (file, offset, length, attributes, stamp, inMemory, pins) -> cached[kindOf(offset)]++);
    }
    return cached;
  }

  private static long sum(List<Long> counts) {
    return counts.stream().mapToLong(Long::longValue).sum();
  }

  private static int kindOf(long offset) {
    return Math.floorMod(ProvingBlock.seed("file", offset), 3);
  }

  /** Returns the kind of the only block rejected for this reason. */
  private static int one(KindStatistics now, Rejection reason) {
    List<Long> counts = now.rejected().getOrDefault(reason, List.of());
    assertThat(sum(counts)).isOne();
    return counts.indexOf(1L);
  }

  @Test
  void bucketStatisticsMatchTheirFormat() {
    StoreOptions options =
        StoreOptions.ofBytes(TestStore.SMALL).withSizeClasses(SizeClasses.of(16 * KB, 64 * KB));
    try (TestStore test = new TestStore(options)) {
      Inspection seen = test.store().inspection();
      assertThat(seen.sizeClasses()).isEmpty();
      for (int i = 0; i < 10; i++) {
        test.put("file", i, 10 * KB);
        test.put("file", 100 + i, 60 * KB);
      }
      assertThat(seen.sizeClasses())
          .extracting(SizeClassStatistics::slotBytes)
          .containsExactly(16 * KB, 64 * KB);
      for (SizeClassStatistics each : seen.sizeClasses()) {
        assertThat(each.buckets()).isOne();
        assertThat(each.slots()).isEqualTo(BucketLayout.slots(each.slotBytes(), 0));
        assertThat(each.slots() - each.freeSlots()).isEqualTo(10);
        assertThat(each.usedBytes()).isEqualTo(10L * each.slotBytes());
      }
      List<BucketStatistics> buckets =
          IntStream.range(0, seen.buckets()).mapToObj(seen::bucket).toList();
      assertThat(buckets).extracting(BucketStatistics::number).isSorted();
      assertThat(buckets.stream().filter(each -> each.slotBytes() == 0))
          .hasSize(test.store().statistics().emptyBuckets());
      assertThat(buckets.stream().filter(each -> each.slotBytes() > 0))
          .hasSize(2)
          .allMatch(each -> each.slots() - each.freeSlots() == 10 && !each.isDraining());
      List<Long> offsets = new ArrayList<>();
      for (BucketStatistics each : buckets) {
        seen.forEachIn(
            each.number(), (file, offset, length, a, s, inMemory, pins) -> offsets.add(offset));
      }
      assertThat(offsets).hasSize(20).doesNotHaveDuplicates();
    }
  }

  @Test
  void scansReportPinsAndTheirAge() throws InterruptedException {
    try (TestStore test = TestStore.small()) {
      Inspection seen = test.store().inspection();
      test.put("file", 1, KB);
      test.put("file", 2, KB);
      assertThat(seen.lookForPins()).isEqualTo(new PinStatistics(0, 0, 0, 0));
      int held = test.store().pin("file", 1);
      int heldToo = test.store().pin("file", 1);
      int other = test.store().pin("file", 2);
      assertThat(seen.lookForPins()).isEqualTo(new PinStatistics(3, 2, 0, 0));
      Thread.sleep(2);
      test.store().evict("file", 1);
      test.store().unpin(heldToo);
      test.store().unpin(other);
      PinStatistics old = seen.lookForPins();
      assertThat(old).isEqualTo(new PinStatistics(1, 1, 1, old.oldestNanos()));
      assertThat(old.oldestNanos()).isGreaterThanOrEqualTo(2_000_000);
      test.store().unpin(held);
      assertThat(seen.lookForPins()).isEqualTo(new PinStatistics(0, 0, 0, 0));

      // There is another block in the slot, without a scan in between.
      test.put("file", 3, KB);
      int slot = test.store().pin("file", 3);
      assertThat(seen.lookForPins().oldestNanos()).isZero();
      test.store().evict("file", 3);
      test.store().unpin(slot);
      int young = pinnedIn(test, slot);
      assertThat(seen.lookForPins()).isEqualTo(new PinStatistics(1, 1, 0, 0));
      test.store().unpin(young);
    }
  }

  /** Inserts blocks until one is in this slot, and pins it. */
  private static int pinnedIn(TestStore test, int slot) {
    for (long offset = 4; ; offset++) {
      test.put("file", offset, KB);
      int handle = test.store().pin("file", offset);
      if (handle == slot) {
        return handle;
      }
      test.store().unpin(handle);
    }
  }
}
