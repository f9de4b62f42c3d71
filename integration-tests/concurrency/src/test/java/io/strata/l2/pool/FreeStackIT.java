package io.strata.l2.pool;

import io.strata.concurrency.Linearizability;
import io.strata.l2.Memory;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.policy.Policies;
import io.strata.l2.slot.SlotTable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/** The free slots of a bucket, and its drain, are linearizable as a stack with three states. */
class FreeStackIT {
  private static final int SLOTS = 3;

  /** The implementation. Each thread pushes only what it popped. */
  public static class FreeStack {
    private final FormattedBucket bucket =
        new FormattedBucket(
            new SlotTable(Memory.take(1), Policies.LRU.make(1 << 20, 16)),
            new Bucket(0),
            new SizeClass(BucketLayout.MIN_SLOT_BYTES, new Balance.Total()),
            SLOTS);
    private final List<Deque<Integer>> held = Linearizability.stackPerThread();

    @Operation
    public int pop(@Param(gen = ThreadIdGen.class) int thread) {
      int handle = bucket.pop();
      if (handle != Handle.NONE) {
        held.get(thread).push(handle);
      }
      return handle;
    }

    @Operation
    public String push(@Param(gen = ThreadIdGen.class) int thread) {
      Integer handle = held.get(thread).poll();
      return handle == null ? "nothing to push" : bucket.push(handle).name();
    }

    @Operation
    public int drain() {
      return bucket.beginDrain(true);
    }

    @Operation
    public int free() {
      return bucket.freeSlots();
    }
  }

  /** The sequential specification. */
  public static class StackModel {
    private final Deque<Integer> free = new ArrayDeque<>();
    private final List<Deque<Integer>> held = Linearizability.stackPerThread();
    private boolean open = true;

    public StackModel() {
      for (int slot = 0; slot < SLOTS; slot++) {
        free.addLast(slot);
      }
    }

    public int pop(int thread) {
      if (!open || free.isEmpty()) {
        return Handle.NONE;
      }
      held.get(thread).push(free.peek());
      return free.pop();
    }

    public String push(int thread) {
      Integer slot = held.get(thread).poll();
      if (slot == null) {
        return "nothing to push";
      }
      free.push(slot);
      FormattedBucket.Push drained =
          free.size() == SLOTS ? FormattedBucket.Push.LAST_DRAINED : FormattedBucket.Push.DRAINED;
      return (open ? FormattedBucket.Push.FREE : drained).name();
    }

    public int drain() {
      if (!open) {
        return FormattedBucket.NOT_OPEN;
      }
      open = false;
      return free.size();
    }

    public int free() {
      return free.size();
    }
  }

  @Test
  void everyHistoryIsOneOfAStack() {
    Linearizability.check(FreeStack.class, StackModel.class);
  }
}
