package io.strata.l2.curve;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Sampled reads on their way to the one thread that counts them. Any number of threads put; one at
 * a time takes, and takers hand over by a lock of their own. Bounded, and nobody ever waits.
 *
 * <h2>A place</h2>
 *
 * <ul>
 *   <li><b>claim</b> (compare-and-set of the tail): the place is one thread's to write. The head,
 *       loaded with acquire before, says that the place was cleared.
 *   <li><b>publish</b> (release store of the bytes, which are never 0): the key was stored before,
 *       so a taker that sees the bytes sees the key.
 *   <li><b>clear</b> (plain store of 0 bytes) and <b>free</b> (release store of the head): whoever
 *       claims the place next finds it cleared, and no taker what was there before.
 * </ul>
 *
 * A taker that meets a claimed place which is not published yet ends there; the next one goes on.
 */
final class SampleRing {
  /** Takes a sample out. */
  @FunctionalInterface
  interface Taker {
    void take(long keyHash, int bytes);
  }

  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /** Tail and head are alone in the cache lines of each: all who put write the one. */
  private static final int TAIL = 0;

  private static final int HEAD = MissRatioCurve.PADDING * Long.BYTES;
  private static final int PLACES = 2 * HEAD;

  /** A place: a key, and the bytes of its block. */
  private static final int PLACE_BYTES = 2 * Long.BYTES;

  private static final int BYTES = Long.BYTES;

  private final ByteBuffer memory;
  private final int places;

  /**
   * @param places how many samples it holds, a power of two
   */
  SampleRing(int places) {
    this.places = places;
    // An aligned slice may lack as much at both ends.
    int bytes = PLACES + places * PLACE_BYTES + 2 * HEAD;
    this.memory = ByteBuffer.allocateDirect(bytes).alignedSlice(HEAD);
  }

  /**
   * Puts a sample of 1 byte or more.
   *
   * @return how many there are now, about; one more than there are places when it is full, and the
   *     sample was not put
   */
  int offer(long keyHash, int bytes) {
    long tail;
    long head;
    do {
      tail = (long) LONG.getOpaque(memory, TAIL);
      head = (long) LONG.getAcquire(memory, HEAD);
      if (tail - head >= places) {
        return places + 1;
      }
    } while (!LONG.compareAndSet(memory, TAIL, tail, tail + 1));
    LONG.set(memory, at(tail), keyHash);
    publish(at(tail), bytes);
    return (int) (tail - head) + 1;
  }

  private void publish(int at, int bytes) {
    LONG.setRelease(memory, at + BYTES, (long) bytes);
  }

  /** Takes out what was put before; one thread at a time. */
  void drain(Taker taker) {
    long tail = (long) LONG.getOpaque(memory, TAIL);
    // Plain: only takers write it.
    for (long head = (long) LONG.get(memory, HEAD); head < tail; head++) {
      long bytes = (long) LONG.getAcquire(memory, at(head) + BYTES);
      if (bytes == 0) {
        return;
      }
      long keyHash = (long) LONG.get(memory, at(head));
      LONG.set(memory, at(head) + BYTES, 0L);
      free(head);
      taker.take(keyHash, (int) bytes);
    }
  }

  private void free(long head) {
    LONG.setRelease(memory, HEAD, head + 1);
  }

  private int at(long number) {
    return PLACES + ((int) number & places - 1) * PLACE_BYTES;
  }
}
