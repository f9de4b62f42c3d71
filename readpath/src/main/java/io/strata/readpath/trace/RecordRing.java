package io.strata.readpath.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A bounded queue of records of four words, for any number of producers and one consumer. A
 * producer that finds it full is told so and goes on; none ever waits.
 *
 * <p>Places are counted from 0 and never come back: place {@code p} lies in slot {@code p} modulo
 * the number of slots. Two counters say what is whose: places below {@code head} are taken, those
 * from there to {@code tail} are claimed, the others are free. A place goes through these states:
 *
 * <ol>
 *   <li><i>Free</i>: its slot's first word is 0.
 *   <li><i>Claimed</i>, by the compare-and-set that moves {@code tail} past it. The producer has
 *       seen before that {@code head} is less than the number of slots behind, so the slot's former
 *       record is taken. It writes words two to four as it likes, for nobody looks at them.
 *   <li><i>Published</i>, by the release store of the first word, which is never 0. The consumer
 *       loads it with acquire, and so sees the other words.
 *   <li><i>Taken</i>: the consumer has read the words and stores 0 in the first. It moves {@code
 *       head} past all that it has taken with one release store; a producer that loads {@code head}
 *       with acquire sees the zeros, and its own record comes after them.
 * </ol>
 *
 * <p>A producer that is interrupted between claim and publication holds up the consumer in this
 * ring only, and no producer before the ring is full.
 *
 * <p>The counters lie two cache lines apart, as the processor fetches lines in pairs.
 */
final class RecordRing {
  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int WORDS = 4;
  private static final int FAR = 16;
  private static final int TAIL = FAR;
  private static final int HEAD = 2 * FAR;
  private static final int DROPPED = 3 * FAR;

  private final long[] counters = new long[4 * FAR];
  private final long[] words;
  private final int slots;

  /** Takes a record out. */
  interface Consumer<E extends Exception> {
    void accept(long first, long second, long third, long fourth) throws E;
  }

  /**
   * Takes 32 bytes of heap for each record.
   *
   * @param slots how many records there is room for, a power of two
   */
  RecordRing(int slots) {
    this.slots = slots;
    this.words = new long[slots * WORDS];
  }

  /** Puts a record, whose first word is not 0, or drops and counts it. */
  void offer(long first, long second, long third, long fourth) {
    long place;
    do {
      place = (long) LONGS.getVolatile(counters, TAIL);
      if (place - (long) LONGS.getAcquire(counters, HEAD) >= slots) {
        drop();
        return;
      }
    } while (!LONGS.weakCompareAndSet(counters, TAIL, place, place + 1));
    int at = at(place);
    words[at + 1] = second;
    words[at + 2] = third;
    words[at + 3] = fourth;
    LONGS.setRelease(words, at, first);
  }

  /** Counts a record as dropped. */
  void drop() {
    var unused = (long) LONGS.getAndAdd(counters, DROPPED, 1L);
  }

  /** How many were dropped since the last call. For the consumer. */
  long takeDropped() {
    long dropped = (long) LONGS.getVolatile(counters, DROPPED);
    return dropped == 0 ? 0 : (long) LONGS.getAndSet(counters, DROPPED, 0L);
  }

  /**
   * Takes all records that are published, as many as there is room for at most.
   *
   * @return how many
   */
  <E extends Exception> int drainTo(Consumer<E> consumer) throws E {
    long begin = counters[HEAD];
    long head = begin;
    long end = begin + slots;
    try {
      while (head < end && takeTo(consumer, at(head))) {
        head++;
      }
    } finally {
      LONGS.setRelease(counters, HEAD, head);
    }
    return (int) (head - begin);
  }

  private <E extends Exception> boolean takeTo(Consumer<E> consumer, int at) throws E {
    long first = (long) LONGS.getAcquire(words, at);
    if (first == 0) {
      return false;
    }
    long second = words[at + 1];
    long third = words[at + 2];
    long fourth = words[at + 3];
    words[at] = 0;
    consumer.accept(first, second, third, fourth);
    return true;
  }

  private int at(long place) {
    return ((int) place & (slots - 1)) * WORDS;
  }
}
