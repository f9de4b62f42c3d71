package io.strata.l2.curve;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A bounded ring of sampled reads, from any number of producers to the one thread that counts them.
 * Consumers exclude each other by a lock of their own. No thread ever waits here.
 *
 * <h2>Transitions</h2>
 *
 * <ul>
 *   <li><b>claim</b> (compare-and-set of the tail): the slot belongs to one producer. The acquiring
 *       load of the head before it guarantees that the slot was cleared.
 *   <li><b>publish</b> (release store of the bytes, which are never 0): the key was stored before,
 *       so a consumer that sees the bytes sees the key.
 *   <li><b>clear</b> (plain store of 0 bytes) and <b>free</b> (release store of the head): the next
 *       producer that claims the slot finds it cleared, and no consumer finds the old sample.
 * </ul>
 *
 * A consumer stops at a slot that is claimed and not published yet; the next consumer continues
 * there.
 */
final class SampleRing {
  /** Receives a sample. */
  @FunctionalInterface
  interface SampleConsumer {
    void accept(long keyHash, int bytes);
  }

  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /** Tail and head are alone in their cache lines, since all producers write the tail. */
  private static final int TAIL = 0;

  private static final int HEAD = MissRatioCurve.PADDING * Long.BYTES;
  private static final int SLOTS = 2 * HEAD;

  /** Size of a slot: a key, and the bytes of its block. */
  private static final int SLOT_BYTES = 2 * Long.BYTES;

  private static final int BYTES = Long.BYTES;

  private final ByteBuffer memory;
  private final int slots;

  /**
   * @param slots capacity, a power of two
   */
  SampleRing(int slots) {
    this.slots = slots;
    // An aligned slice may lose as much at both ends.
    int bytes = SLOTS + slots * SLOT_BYTES + 2 * HEAD;
    this.memory = ByteBuffer.allocateDirect(bytes).alignedSlice(HEAD);
  }

  /**
   * Adds a sample of 1 byte or more.
   *
   * @return the approximate number of samples in the ring; one more than its capacity if it is
   *     full, in which case the sample is dropped
   */
  int offer(long keyHash, int bytes) {
    long tail;
    long head;
    do {
      tail = (long) LONG.getOpaque(memory, TAIL);
      head = (long) LONG.getAcquire(memory, HEAD);
      if (tail - head >= slots) {
        return slots + 1;
      }
    } while (!LONG.compareAndSet(memory, TAIL, tail, tail + 1));
    LONG.set(memory, at(tail), keyHash);
    publish(at(tail), bytes);
    return (int) (tail - head) + 1;
  }

  private void publish(int at, int bytes) {
    LONG.setRelease(memory, at + BYTES, (long) bytes);
  }

  /** Removes the samples added before; called by one thread at a time. */
  void drain(SampleConsumer consumer) {
    long tail = (long) LONG.getOpaque(memory, TAIL);
    // Plain, because only consumers write it.
    for (long head = (long) LONG.get(memory, HEAD); head < tail; head++) {
      long bytes = (long) LONG.getAcquire(memory, at(head) + BYTES);
      if (bytes == 0) {
        return;
      }
      long keyHash = (long) LONG.get(memory, at(head));
      LONG.set(memory, at(head) + BYTES, 0L);
      free(head);
      consumer.accept(keyHash, (int) bytes);
    }
  }

  private void free(long head) {
    LONG.setRelease(memory, HEAD, head + 1);
  }

  private int at(long number) {
    return SLOTS + ((int) number & slots - 1) * SLOT_BYTES;
  }
}
