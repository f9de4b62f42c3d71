package io.strata.l2.evict;

/**
 * Is told of each block that goes because its room is wanted, while its bytes still stand: not of
 * one whose eviction was asked for, nor of one that is moved, nor when the store is closed.
 *
 * <p>Called on whatever thread needs the room, which brings a block or writes one, between the
 * block's end for readers and the reuse of its slot: must neither wait nor throw. Any number of
 * threads at a time.
 */
public interface EvictionListener {
  /** Whether it wants to be told at the moment: to say no saves what the telling costs. */
  default boolean isOpen() {
    return true;
  }

  /**
   * Whether it would copy the bytes of a block if it were told of it now: if not, they need not be
   * packed for it.
   */
  default boolean wants(Victim victim) {
    return true;
  }

  /**
   * Is told of one.
   *
   * @param victim not to be used after this returns
   */
  void evicted(Victim victim);
}
