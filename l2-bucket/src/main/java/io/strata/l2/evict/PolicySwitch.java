package io.strata.l2.evict;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.policy.Policies;
import io.strata.l2.policy.Policy;
import io.strata.l2.policy.LogicalClock;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.pool.BucketPool;
import java.nio.ByteBuffer;

/**
 * Replaces the policy while blocks are read, and keeps all of them. To be used by one thread, the
 * one that also moves blocks: a block that moved meanwhile might be passed by.
 *
 * <p>Policy bits means something else to each policy, and some count the blocks that have one bit or
 * another. So first the policy goes by time alone, as {@link Policies#LRU} does, whose policy bits are
 * bare; then every mark is made so; and only then the next policy comes, to which all blocks are
 * ones of which no more is known than when they were read. What went is forgotten, for its memory
 * is the next policy's.
 *
 * <p>A thread that asked the policy just before may write policy bits of the old one just after. That
 * mark is a wrong guess about one block, until it is read or goes.
 */
public final class PolicySwitch {
  private final SlotTable slots;
  private final BucketPool pool;
  private final LogicalClock clock;
  private final ByteBuffer remembered;

  /**
   * @param clock the time of all policies
   * @param remembered the memory of all policies
   */
  public PolicySwitch(SlotTable slots, BucketPool pool, LogicalClock clock, ByteBuffer remembered) {
    this.slots = slots;
    this.pool = pool;
    this.clock = clock;
    this.remembered = remembered;
  }

  /** Takes some milliseconds for each million of slots. */
  public void to(Policies next) {
    Policy byTimeAlone = Policies.LRU.make(clock, remembered);
    slots.setPolicy(byTimeAlone);
    for (int bucket = 0; bucket < pool.buckets(); bucket++) {
      FormattedBucket formatted = pool.bucket(bucket);
      int count = formatted == null ? 0 : formatted.slotCount();
      for (int slot = 0; slot < count; slot++) {
        bare(Handle.of(bucket, slot));
      }
    }
    slots.setPolicy(next.make(clock, remembered));
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
