package io.strata.l2.evict;

/**
 * Takes blocks that are to be packed: instead of being evicted, or on their way to a lower tier.
 * Thread-safe; no call waits.
 *
 * <p>A block that it takes is a victim that stands in no queue of its class, so no thread claims
 * its slot. It packs the block, evicts it, or makes it an ordinary visible block again.
 */
public interface PackQueue {
  /** Of a store that packs nothing. */
  PackQueue NONE =
      new PackQueue() {
        @Override
        public int weight() {
          return 0;
        }

        @Override
        public boolean offer(int handle, long meta) {
          return false;
        }

        @Override
        public boolean offerToSpill(int handle, long meta) {
          return false;
        }
      };

  /**
   * Returns how many times its expected time a block counts that would be packed, as {@link
   * io.strata.l2.policy.MissCost#weight} does for one that would be evicted; 0 while no block is
   * taken.
   */
  int weight();

  /**
   * Takes a block, if its slot still has this meta word.
   *
   * @return whether it did
   */
  boolean offer(int handle, long meta);

  /**
   * Takes a block that is to be evicted, so that it reaches the lower tier packed, if its slot
   * still has this meta word.
   *
   * @return whether it did
   */
  boolean offerToSpill(int handle, long meta);
}
