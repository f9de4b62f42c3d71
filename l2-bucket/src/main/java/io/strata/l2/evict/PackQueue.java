package io.strata.l2.evict;

/**
 * Accepts blocks that are to be packed, instead of being evicted or on their way to a lower tier.
 * Thread-safe; no call waits.
 *
 * <p>A block that it accepts is in state VICTIM but not among the queued victims of its class, so
 * it is not evicted as the next of them. It packs the block, evicts it, or makes it an ordinary
 * visible block again.
 */
public interface PackQueue {
  /** The queue of a store that packs nothing. */
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
   * Returns the factor on the expected time of a block that would be packed, comparable with {@link
   * io.strata.l2.policy.MissCost#weight} for one that would be evicted; 0 while no block is
   * accepted.
   */
  int weight();

  /**
   * Accepts a block to be packed instead of evicted, if that pays or its cost is to be measured,
   * and its slot still has this meta word.
   *
   * @return whether it was accepted
   */
  boolean offer(int handle, long meta);

  /**
   * Accepts a block that is to be evicted, so that it reaches the lower tier packed, if its slot
   * still has this meta word.
   *
   * @return whether it was accepted
   */
  boolean offerToSpill(int handle, long meta);
}
