package io.strata.l2.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import io.strata.l2.slot.SlotTable;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FileBlocksTest {
  private static final int BLOCKS = 200;

  private final SlotTable slots =
      new SlotTable(BucketMemory.direct().allocate(1), Policies.LRU.make(1 << 20, 16));
  private final FileBlocks file = new FileBlocks(1, "file");
  private final FileBlocks other = new FileBlocks(2, "other");

  private void link(FileBlocks to, int slot) {
    slots.describe(slot, to.id(), slot, 1, 0, 0);
    assertThat(to.link(slots, slot, 1)).isTrue();
    slots.setMeta(slot, Meta.visible(slots.meta(slot), 0));
  }

  @Test
  void walkContinuesWhenItsNextSlotIsLinkedToAnotherFile() {
    for (int slot = 0; slot < BLOCKS; slot++) {
      link(file, Handle.of(0, slot));
    }
    Set<Integer> seen = new HashSet<>();
    Set<Integer> moved = new HashSet<>();
    try (FileBlocks.Walk walk = file.walk(slots, offset -> true)) {
      for (int[] some = walk.next(); some.length > 0; some = walk.next()) {
        for (int slot : some) {
          seen.add(slot);
        }
        int next = slots.nextOfFile(some[some.length - 1]);
        if (next != Handle.NONE) {
          file.unlink(slots, next, 1);
          link(other, next);
          moved.add(next);
        }
      }
    }
    assertThat(moved).isNotEmpty();
    assertThat(seen).hasSize(BLOCKS - moved.size()).doesNotContainAnyElementsOf(moved);
    assertThat(file.isAtRest()).isTrue();
  }

  @Test
  void walkThatIsAtABlockFindsItsCopyInstead() {
    int last = Handle.of(0, 0);
    int original = Handle.of(0, 1);
    int copy = Handle.of(0, 2);
    link(file, last);
    link(file, original);
    try (FileBlocks.Walk walk = file.walk(slots, offset -> true)) {
      slots.describe(copy, file.id(), 1, 1, 0, 0);
      long visible = Meta.visible(slots.meta(copy), 0);
      assertThat(file.replace(slots, original, copy, visible)).isTrue();
      assertThat(Meta.state(slots.meta(original))).isEqualTo(Meta.DOOMED);
      assertThat(walk.next()).containsExactly(copy, last);
    }
    assertThat(file.blocks()).isEqualTo(2);
    assertThat(slots.previousOfFile(last)).isEqualTo(copy);
    assertThat(file.firstSlot()).isEqualTo(copy);
  }

  @Test
  void evictedBlockIsNotReplaced() {
    int original = Handle.of(0, 0);
    int copy = Handle.of(0, 1);
    link(file, original);
    slots.describe(copy, file.id(), 0, 1, 0, 0);
    slots.setMeta(original, Meta.doomed(slots.meta(original)));
    long before = slots.meta(copy);
    assertThat(file.replace(slots, original, copy, Meta.visible(before, 0))).isFalse();
    assertThat(slots.meta(copy)).isEqualTo(before);
    file.unlink(slots, original, 1);
    assertThat(file.blocks()).isZero();
  }
}
