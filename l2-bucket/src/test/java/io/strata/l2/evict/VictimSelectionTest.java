package io.strata.l2.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.space.SizeClass;
import io.strata.l2.space.Space;
import io.strata.l2.space.SpaceAudit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two buckets: one of four large slots, one of eight small ones. */
class VictimSelectionTest {
  private static final int LARGE = 1_000_000;
  private static final int SMALL = LARGE / 2;

  private final SlotTable slots =
      new SlotTable(BucketMemory.direct().allocate(2), Policies.LRU.make(8 << 20, 16));
  private final HashIndex index = new HashIndex(slots, 16);
  private final FileTable files = new FileTable(slots);
  private final FileBlocks file = files.enter("file");
  private final Space space = new Space(slots, SizeClasses.of(SMALL, LARGE), task -> {});
  private final StoreCore core =
      new StoreCore(slots, index, files, space, new Evictor(slots, index, files, space));
  private final VictimSelection selection = new VictimSelection(core);
  private final SizeClass small = space.classFor(SMALL);
  private final SizeClass large = space.classFor(LARGE);

  @AfterEach
  void provesThatAllIsCounted() {
    List<String> wrong = new ArrayList<>();
    new SpaceAudit(slots, space, wrong).walk();
    assertThat(wrong).isEmpty();
  }

  private List<Integer> fill(SizeClass sizeClass) {
    assertThat(space.cutEmptyBucket(sizeClass)).isTrue();
    List<Integer> handles = new ArrayList<>();
    for (int slot = 0; slot < sizeClass.slotsPerBucket(); slot++) {
      handles.add(put(space.takeFree(sizeClass), sizeClass.slotBytes()));
    }
    return handles;
  }

  private int put(int handle, int length) {
    slots.describe(handle, file.id(), handle, length, 0, 0);
    files.link(file, handle);
    index.link(handle);
    int mark = slots.policy().arrive(slots.key(handle), length, false);
    slots.setMeta(handle, Meta.visible(slots.meta(handle), mark));
    return handle;
  }

  private boolean read(int handle) {
    int pinned = index.findAndPin(file.id(), handle, true);
    if (pinned != Handle.NONE) {
      core.unpin(pinned);
    }
    return pinned != Handle.NONE;
  }

  @Test
  void whatShouldGoFirstIsChosenInWhicheverClassItIs() {
    List<Integer> old = fill(large);
    List<Integer> young = fill(small);

    assertThat(selection.choose(2L * LARGE, 16)).isTrue();

    assertThat(old.stream().filter(each -> Meta.isVictim(slots.meta(each)))).hasSize(2);
    assertThat(young).noneMatch(each -> Meta.isVictim(slots.meta(each)));
    assertThat(space.total().victims()).isEqualTo(2L * large.slotBytes());
    assertThat(old).as("victims stay readable").allMatch(this::read);
  }

  @Test
  void victimThatIsReadAgainIsSpared() {
    int block = fill(large).get(0);
    assertThat(selection.chooseVictim(block, slots.meta(block))).isTrue();
    fill(small);

    assertThat(read(block)).isTrue();

    assertThat(selection.claimVictim(large)).isEqualTo(Handle.NONE);
    assertThat(read(block)).isTrue();
    assertThat(space.total().victims()).isZero();
  }

  @Test
  void victimGoesWhenASlotOfItsClassIsNeeded() {
    int block = fill(large).get(2);
    selection.chooseVictim(block, slots.meta(block));

    int claimed = selection.claimVictim(large);

    assertThat(claimed).isEqualTo(block);
    assertThat(read(block)).isFalse();
    assertThat(space.total().victims()).isZero();
    space.release(claimed);
    assertThat(large.balance().surplus()).isEqualTo(large.slotBytes());
  }

  @Test
  void classWithoutVictimIsOwedTheSlotOfItsWorst() {
    fill(large);
    List<Integer> blocks = fill(small);
    // So that time passes.
    slots.policy().arrive(1, 4 << 20, false);
    blocks.subList(1, blocks.size()).forEach(this::read);

    int claimed = selection.claimWorst(small, Long.MIN_VALUE);

    assertThat(claimed).isEqualTo(blocks.get(0));
    assertThat(small.balance().surplus()).isEqualTo(-small.slotBytes());
    space.release(claimed);
  }

  @Test
  void pinnedVictimIsPassedOver() {
    List<Integer> blocks = fill(large);
    blocks.forEach(each -> selection.chooseVictim(each, slots.meta(each)));
    assertThat(slots.pinQuietly(blocks.get(0))).isTrue();

    int claimed = selection.claimVictim(large);

    assertThat(claimed).isEqualTo(blocks.get(1));
    space.release(claimed);
    core.unpin(blocks.get(0));
  }
}
