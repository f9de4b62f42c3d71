package io.strata.l2.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.space.SizeClass;
import io.strata.l2.space.Space;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** The background's work comes to an end. */
class CompactorTest {
  private static final int LARGE = 1_000_000;
  private static final int SMALL = LARGE / 2;

  /** Far more than there is to do for two buckets. */
  private static final int MAX_TASKS = 1_000;

  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final SlotTable slots =
      new SlotTable(BucketMemory.direct().allocate(2), Policies.LRU.make(8 << 20, 16));
  private final HashIndex index = new HashIndex(slots, 16);
  private final FileTable files = new FileTable(slots);
  private final FileBlocks file = files.enter("file");
  private final Space space = new Space(slots, SizeClasses.of(SMALL, LARGE), task -> {});
  private final StoreCore core =
      new StoreCore(slots, index, files, space, new Evictor(slots, index, files, space));
  private final Compactor compactor = new Compactor(core, new VictimSelection(core), tasks::add);

  private void fill(SizeClass sizeClass, boolean pinned) {
    assertThat(space.cutEmptyBucket(sizeClass)).isTrue();
    for (int slot = 0; slot < sizeClass.slotsPerBucket(); slot++) {
      int handle = space.takeFree(sizeClass);
      slots.describe(handle, file.id(), handle, sizeClass.slotBytes(), 0, 0);
      files.link(file, handle);
      index.link(handle);
      long visible = Meta.visible(slots.meta(handle), 0);
      slots.setMeta(handle, pinned ? Meta.pinned(visible) : visible);
    }
  }

  private int runAll() {
    int done = 0;
    for (Runnable task = tasks.poll(); task != null && done < MAX_TASKS; task = tasks.poll()) {
      task.run();
      done++;
    }
    return done;
  }

  private void classIsOwed(SizeClass sizeClass) {
    sizeClass.balance().owe(3L * LARGE, space.maxReserve());
    compactor.noteTaken(sizeClass);
  }

  @Test
  void endsWhenEveryBlockIsPinned() {
    SizeClass large = space.classFor(LARGE);
    fill(large, true);
    fill(space.classFor(SMALL), true);

    classIsOwed(large);

    assertThat(runAll()).isBetween(1, MAX_TASKS - 1);
    assertThat(space.total().surplus()).as("nothing could be chosen").isNegative();
  }

  @Test
  void endsWhenMoreIsOwedThanThereIs() {
    SizeClass large = space.classFor(LARGE);
    fill(large, false);
    fill(space.classFor(SMALL), false);
    large.balance().owe(4L * LARGE, space.maxReserve());
    large.balance().owe(4L * LARGE, space.maxReserve());

    classIsOwed(large);

    assertThat(runAll()).isBetween(1, MAX_TASKS - 1);
  }
}
