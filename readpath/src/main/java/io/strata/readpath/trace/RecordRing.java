package io.strata.readpath.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A bounded queue of records of two words, for any number of producers and one consumer. A producer
 * that finds it full drops its record and goes on; none ever waits. Records are that short because
 * each is written by one processor and read by another, line by line of their caches.
 *
 * <p>Places are counted from 0 and never come back: place {@code p} lies in slot {@code p} modulo
 * the number of slots. Two counters say what is whose: places below {@code head} are taken, those
 * from there to {@code tail} are claimed, the others are free. A place goes through these states:
 *
 * <ol>
 *   <li><i>Free</i>: its slot's first word is 0.
 *   <li><i>Claimed</i>, by the compare-and-set that moves {@code tail} past it. The producer has
 *       seen before that {@code head} is less than the number of slots behind, so the slot's former
 *       record is taken. It writes the second word as it likes, for nobody looks at it.
 *   <li><i>Published</i>, by the release store of the first word, which is never 0. The consumer
 *       loads it with acquire, and so sees the second.
 *   <li><i>Taken</i>: the consumer has read both words and stores 0 in the first. It moves {@code
 *       head} past all that it has taken with one release store; a producer that loads {@code head}
 *       with acquire sees the zeros, and its own record comes after them.
 * </ol>
 *
 * <p>A producer that is interrupted between claim and publication holds up the consumer in this
 * ring only, and no producer before the ring is full.
 *
 * <p>Two records that belong together are claimed by one compare-and-set, and the later one is
 * published first: a consumer that finds the former finds both.
 *
 * <p>The counters lie two cache lines apart, as the processor fetches lines in pairs.
 */
final class RecordRing {
  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int WORDS = 2;
  private static final int FAR = 16;
  private static final int TAIL = FAR;
  private static final int HEAD = 2 * FAR;
  private static final int DROPPED = 3 * FAR;

  private final long[] counters = new long[4 * FAR];
  private final long[] words;
  private final int slots;

  /** Takes a record out. */
  interface Consumer<E extends Exception> {
    void accept(long first, long second) throws E;
  }

  /**
   * Takes 16 bytes of heap for each record.
   *
   * @param slots how many records there is room for, a power of two
   */
  RecordRing(int slots) {
    this.slots = slots;
    this.words = new long[slots * WORDS];
  }

  /**
   * Puts a record, whose first word is not 0, or drops and counts it.
   *
   * @return whether the ring has just become half full, so that it should be emptied soon; not
   *     always told when several become aware of it at once
   */
  boolean offer(long first, long second) {
    long tail;
    long used;
    do {
      tail = (long) LONGS.getVolatile(counters, TAIL);
      used = tail - (long) LONGS.getAcquire(counters, HEAD);
      if (used >= slots) {
        drop();
        return false;
      }
    } while (!LONGS.weakCompareAndSet(counters, TAIL, tail, tail + 1));
    publish(tail, first, second);
    return used == slots >> 1;
  }

  /**
   * Puts two records, the consumer's next ones after each other, or drops and counts both as one.
   */
  void offerPair(long first, long second, long laterFirst, long laterSecond) {
    long tail;
    do {
      tail = (long) LONGS.getVolatile(counters, TAIL);
      if (tail + 1 - (long) LONGS.getAcquire(counters, HEAD) >= slots) {
        drop();
        return;
      }
    } while (!LONGS.weakCompareAndSet(counters, TAIL, tail, tail + 2));
    publish(tail + 1, laterFirst, laterSecond);
    publish(tail, first, second);
  }

  private void publish(long place, long first, long second) {
    int at = at(place);
    words[at + 1] = second;
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
    words[at] = 0;
    consumer.accept(first, second);
    return true;
  }

  private int at(long place) {
    return ((int) place & (slots - 1)) * WORDS;
  }
}
