package io.strata.l2;

import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.CapacityPlan;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The memory of a new store's tables. Most of a large store's start is zeroing these two, so two
 * threads do it at the same time. Immutable; the buffers' users synchronize.
 *
 * @param heads the heads of the hash chains, which are empty
 * @param ghosts the policy's ghost entries: none, or those that the process before has kept
 */
record Tables(ByteBuffer heads, ByteBuffer ghosts) {
  /**
   * Allocates the memory.
   *
   * @throws OutOfMemoryError if the process may not use that much direct memory
   */
  static Tables allocate(CapacityPlan capacity, Restart restart) {
    CompletableFuture<ByteBuffer> heads =
        CompletableFuture.supplyAsync(
            () -> HashIndex.heads(capacity.heads()),
            task -> new Thread(task, "strata-l2-start").start());
    ByteBuffer ghosts = restart.ghosts(capacity.ghosts());
    try {
      return new Tables(heads.join(), ghosts);
    } catch (CompletionException e) {
      if (e.getCause() instanceof OutOfMemoryError error) {
        throw error;
      }
      throw e;
    }
  }
}
