package io.strata.l2.evict;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.policy.GhostMemory;
import io.strata.l2.policy.LogicalClock;
import io.strata.l2.policy.Policies;
import io.strata.l2.policy.Policy;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.slot.SlotTable;
import java.nio.ByteBuffer;

/**
 * Replaces the policy while blocks are read, and keeps all of them. For one thread, the one that
 * also moves blocks: a block that moved meanwhile might be skipped.
 *
 * <p>Policy bits mean different things to different policies, and some policies count blocks by
 * them. So the switch first installs {@link Policies#LRU}, whose policy bits are bare; then makes
 * all policy bits bare; and then installs the next policy, which knows of all blocks only when they
 * were last read. Ghost entries are discarded, since the next policy uses their memory.
 *
 * <p>A thread that loaded the old policy just before may write policy bits of it afterwards. They
 * are a wrong guess about one block, until it is read or evicted.
 */
public final class PolicySwitch {
  private final SlotTable slots;
  private final BucketPool pool;
  private final LogicalClock clock;
  private final ByteBuffer ghostMemory;

  /**
   * @param clock shared by all policies
   * @param ghostMemory shared by all policies
   */
  public PolicySwitch(
      SlotTable slots, BucketPool pool, LogicalClock clock, ByteBuffer ghostMemory) {
    this.slots = slots;
    this.pool = pool;
    this.clock = clock;
    this.ghostMemory = ghostMemory;
  }

  /** Switches to a policy. Takes some milliseconds for each million of slots. */
  public void to(Policies next) {
    Policy lru = Policies.LRU.make(clock, ghostMemory);
    slots.setPolicy(lru);
    for (int bucket = 0; bucket < pool.buckets(); bucket++) {
      FormattedBucket formatted = pool.bucket(bucket);
      int count = formatted == null ? 0 : formatted.slotCount();
      for (int slot = 0; slot < count; slot++) {
        bare(Handle.of(bucket, slot));
      }
    }
    slots.setPolicy(next.make(clock, GhostMemory.cleared(ghostMemory)));
  }

  private void bare(int handle) {
    long meta = slots.meta(handle);
    while (Meta.isVisible(meta)) {
      long bare = Meta.withPolicyBits(meta, LogicalClock.bare(Meta.policyBits(meta)));
      if (bare == meta || slots.compareAndSetMeta(handle, meta, bare)) {
        return;
      }
      meta = slots.meta(handle);
    }
  }
}
