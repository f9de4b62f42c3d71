package io.strata.l2.pool;

import io.strata.concurrency.Linearizability;
import io.strata.l2.Memory;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.policy.Policies;
import io.strata.l2.slot.SlotTable;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/**
 * The slots of all buckets, which are formatted and added concurrently, are linearizable as permits
 * that threads acquire and release.
 */
class BucketPoolIT {
  private static final int BUCKETS = 3;
  private static final int ATTEMPTS = 20;
  private static final long PAUSE_NANOS = 10_000;

  /** The implementation, with one slot to a bucket. Each thread releases only what it took. */
  public static class Slots {
    private final SlotTable slots =
        new SlotTable(Memory.take(BUCKETS), Policies.LRU.make(1 << 20, 16));
    private final BucketPool pool =
        new BucketPool(slots, SizeClasses.of(BucketLayout.MAX_SLOT_BYTES), Runnable::run);
    private final SizeClass sizeClass = pool.classFor(BucketLayout.MAX_SLOT_BYTES);
    private final List<Deque<Integer>> held = Linearizability.stackPerThread();

    /**
     * Tries several times: while one thread removes a bucket that it found full from the partial
     * list, and checks it once more, another may miss a slot of it that was freed just now.
     */
    @Operation
    public boolean take(@Param(gen = ThreadIdGen.class) int thread) {
      int handle = Handle.NONE;
      for (int attempt = 0; handle == Handle.NONE && attempt < ATTEMPTS; attempt++) {
        if (attempt > 0) {
          LockSupport.parkNanos(PAUSE_NANOS);
        }
        handle = takeOnce();
      }
      if (handle != Handle.NONE) {
        held.get(thread).push(handle);
      }
      return handle != Handle.NONE;
    }

    private int takeOnce() {
      int handle = pool.takeFree(sizeClass);
      while (handle == Handle.NONE && pool.formatEmptyBucket(sizeClass)) {
        handle = pool.takeFree(sizeClass);
      }
      return handle;
    }

    @Operation
    public boolean release(@Param(gen = ThreadIdGen.class) int thread) {
      Integer handle = held.get(thread).poll();
      if (handle != null) {
        pool.release(handle);
      }
      return handle != null;
    }

    /** One at a time, as in the maintenance executor. */
    @Operation(nonParallelGroup = "buckets")
    public void add() {
      pool.growth(1, numbers -> Memory.take(numbers.length)).run();
    }
  }

  /** The sequential specification. */
  public static class PermitsModel {
    private final int[] held = new int[Linearizability.THREAD_NUMBERS];
    private int free = BUCKETS;

    public boolean take(int thread) {
      if (free == 0) {
        return false;
      }
      free--;
      held[thread]++;
      return true;
    }

    public boolean release(int thread) {
      if (held[thread] == 0) {
        return false;
      }
      held[thread]--;
      free++;
      return true;
    }

    public void add() {
      free++;
    }
  }

  @Test
  void everyHistoryIsOneOfPermits() {
    Linearizability.check(Slots.class, PermitsModel.class);
  }
}
