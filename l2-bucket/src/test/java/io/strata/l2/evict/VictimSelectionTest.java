package io.strata.l2.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.pool.SizeClass;
import io.strata.l2.slot.SlotTable;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two buckets, one of four large slots and one of eight small ones. */
class VictimSelectionTest {
  private static final int LARGE = BucketLayout.BUCKET_BYTES / 4 - 4_096;
  private static final int SMALL = LARGE / 2;

  private final TestCore test = new TestCore(2, SMALL, LARGE);
  private final SlotTable slots = test.slots;
  private final VictimSelection selection = test.selection;
  private final SizeClass small = test.pool.classFor(SMALL);
  private final SizeClass large = test.pool.classFor(LARGE);

  @AfterEach
  void checkCounts() {
    test.checkCounts();
  }

  @Test
  void blocksOfTheHighestRankAreChosenInAnyClass() {
    List<Integer> old = test.fill(large);
    List<Integer> young = test.fill(small);

    test.pool.total().owe(2L * LARGE);
    assertThat(selection.choose(16)).isTrue();
    test.pool.total().owe(-2L * LARGE);

    assertThat(old.stream().filter(each -> Meta.isVictim(slots.meta(each)))).hasSize(2);
    assertThat(young).noneMatch(each -> Meta.isVictim(slots.meta(each)));
    assertThat(large.balance().surplus()).isEqualTo(2L * large.slotBytes());
    assertThat(old).as("victims stay readable").allMatch(test::read);
  }

  @Test
  void victimThatIsReadAgainIsSpared() {
    int block = test.fill(large).get(0);
    assertThat(selection.chooseVictim(block, slots.meta(block))).isTrue();
    test.fill(small);

    assertThat(test.read(block)).isTrue();

    assertThat(selection.claimVictim(large)).isEqualTo(Handle.NONE);
    assertThat(test.read(block)).isTrue();
    assertThat(large.balance().surplus()).isZero();
  }

  @Test
  void victimIsEvictedWhenASlotOfItsClassIsNeeded() {
    int block = test.fill(large).get(2);
    selection.chooseVictim(block, slots.meta(block));

    int claimed = selection.claimVictim(large);

    assertThat(claimed).isEqualTo(block);
    assertThat(test.read(block)).isFalse();
    assertThat(large.balance().surplus()).isZero();
    test.pool.release(claimed);
    assertThat(large.balance().surplus()).isEqualTo(large.slotBytes());
  }

  @Test
  void classWithoutVictimIsOwedTheSlotOfItsHighestRank() {
    test.fill(large);
    List<Integer> blocks = test.fill(small);
    // Lets time pass.
    slots.policy().onInsert(1, BucketLayout.BUCKET_BYTES, false);
    blocks.subList(1, blocks.size()).forEach(test::read);

    int claimed = selection.claimWorst(small, Long.MIN_VALUE);

    assertThat(claimed).isEqualTo(blocks.get(0));
    assertThat(small.balance().surplus()).isEqualTo(-small.slotBytes());
    test.pool.release(claimed);
  }

  /**
   * Otherwise the class would never get another bucket, and each part would evict a whole block.
   */
  @Test
  void eachClassIsOwedItsPartOfABlockThatWasNotChosen() {
    test.pool.formatEmptyBucket(large);
    test.pool.formatEmptyBucket(small);
    int first = test.pool.takeFree(large);
    int last = test.pool.takeFree(small);
    slots.join(last, first, SMALL);
    slots.setNextPart(first, last);
    test.put(first, LARGE + SMALL);
    long surplus = small.balance().surplus();
    long surplusOfLarge = large.balance().surplus();

    int claimed = selection.claimWorst(small, Long.MIN_VALUE);

    assertThat(test.pool.bucketOf(claimed).sizeClass()).isEqualTo(small);
    assertThat(test.read(first)).isFalse();
    assertThat(small.balance().surplus())
        .as("a slot was freed, one was taken, and one is owed")
        .isEqualTo(surplus - small.slotBytes());
    assertThat(large.balance().surplus())
        .as("a slot was freed, and one is owed")
        .isEqualTo(surplusOfLarge);
    test.pool.release(claimed);
  }

  @Test
  void pinnedVictimIsSkipped() {
    List<Integer> blocks = test.fill(large);
    blocks.forEach(each -> selection.chooseVictim(each, slots.meta(each)));
    assertThat(slots.pinQuietly(blocks.get(0))).isTrue();

    int claimed = selection.claimVictim(large);

    assertThat(claimed).isEqualTo(blocks.get(1));
    test.pool.release(claimed);
    test.core.unpin(blocks.get(0));
  }
}
