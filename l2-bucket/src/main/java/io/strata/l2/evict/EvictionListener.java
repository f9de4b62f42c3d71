package io.strata.l2.evict;

/**
 * Listens to evictions for capacity, while the bytes of the block are still readable. Not called
 * for evictions by request, for blocks that are moved, nor when the store is closed.
 *
 * <p>Called by the thread that needs the memory, which inserts, writes, packs or unpacks a block,
 * or by the background thread, between the block's last lookup and the reuse of its slot. Must
 * neither wait nor throw. Called by any number of threads at a time.
 */
public interface EvictionListener {
  /** Returns whether it wants to be called at present; false saves the cost of the calls. */
  default boolean isOpen() {
    return true;
  }

  /**
   * Returns whether it would copy the bytes of a block if it were evicted now; if not, they need
   * not be packed for it.
   */
  default boolean wants(Victim victim) {
    return true;
  }

  /**
   * Called for an evicted block.
   *
   * @param victim valid until this returns
   */
  void evicted(Victim victim);
}
