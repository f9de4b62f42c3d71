package io.strata.readpath.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A bounded multi-producer, single-consumer queue of records of two words.
 *
 * <h2>Overview</h2>
 *
 * A producer that finds the ring full drops its record and counts it; no producer waits. Sequence
 * numbers count records from 0 and are never reused. The record of sequence number {@code p} is in
 * slot {@code p} modulo the number of slots. Records below {@code head} are consumed, those from
 * {@code head} to {@code tail} are claimed, later ones are free.
 *
 * <h2>Costs</h2>
 *
 * An insert is one compare-and-set and one cache line, which one core writes and another reads;
 * this is why records are short. A producer that is preempted between claim and publication delays
 * the consumer in this ring only, and no other producer until the ring is full. The counters are
 * two cache lines apart, because processors prefetch lines in pairs.
 *
 * <h2>States and transitions of a slot</h2>
 *
 * <ol>
 *   <li><i>Free</i>: the first word is 0.
 *   <li><i>Claimed</i> by the compare-and-set that moves {@code tail} past it. Before it, the
 *       producer has seen {@code head} less than the number of slots behind, so the slot's previous
 *       record is consumed. A plain store writes the second word.
 *   <li><i>Published</i> by the release store of the first word, which is never 0.
 *   <li><i>Consumed</i>: the consumer has read both words and has stored 0 in the first. One
 *       release store moves {@code head} past all consumed records.
 * </ol>
 *
 * <h2>Why these orderings suffice</h2>
 *
 * The consumer loads the first word with acquire, so it sees the second. It does not read the
 * second word of a slot that is not published. A producer loads {@code head} with acquire, so it
 * sees the consumer's zeros and stores its record after them. Two records that belong together are
 * claimed by one compare-and-set, and the later one is published first, so a consumer that finds
 * the earlier one finds both.
 */
final class RecordRing {
  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int WORDS = 2;
  private static final int PADDING = 16;
  private static final int TAIL = PADDING;
  private static final int HEAD = 2 * PADDING;
  private static final int DROPPED = 3 * PADDING;

  private final long[] counters = new long[4 * PADDING];
  private final long[] words;
  private final int slots;

  /** Receives records. */
  interface Consumer<E extends Exception> {
    void accept(long first, long second) throws E;
  }

  /**
   * Allocates 16 bytes of heap per slot.
   *
   * @param slots number of slots, a power of two
   */
  RecordRing(int slots) {
    this.slots = slots;
    this.words = new long[slots * WORDS];
  }

  /**
   * Inserts a record, or drops and counts it.
   *
   * @param first not 0
   * @return whether the ring has just become half full and should be drained soon; concurrent
   *     producers may miss it
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

  /** Inserts two adjacent records, or drops both and counts them as one. */
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

  private void publish(long sequence, long first, long second) {
    int at = at(sequence);
    words[at + 1] = second;
    LONGS.setRelease(words, at, first);
  }

  /** Counts a record as dropped. */
  void drop() {
    var unused = (long) LONGS.getAndAdd(counters, DROPPED, 1L);
  }

  /** Returns the number of records dropped since the last call. For the consumer only. */
  long takeDropped() {
    long dropped = (long) LONGS.getVolatile(counters, DROPPED);
    return dropped == 0 ? 0 : (long) LONGS.getAndSet(counters, DROPPED, 0L);
  }

  /**
   * Consumes the published records, at most one per slot. For the consumer only.
   *
   * @return the number of records
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

  private int at(long sequence) {
    return ((int) sequence & (slots - 1)) * WORDS;
  }
}
