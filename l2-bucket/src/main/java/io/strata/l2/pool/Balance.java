package io.strata.l2.pool;

import io.strata.l2.layout.BucketLayout;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The surplus of a size class: the memory that it can give up, less what it is owed. Bytes
 * throughout. Thread-safe, without locks.
 *
 * <h2>Overview</h2>
 *
 * <pre>
 *   surplus = free slots + chosen victims - owed - guests
 * </pre>
 *
 * A thread that takes a slot lowers the sum of all surpluses, and then has victims of as many bytes
 * chosen, in whichever classes the policy finds them, until the sum is not negative. So the memory
 * of each class follows the policy's order of all blocks; classes are not compared with each other.
 * A class that had to evict a block of its own, because the victims were in other classes, is owed
 * its slots. A class without a bucket has its blocks in larger slots as guests of other classes. A
 * part of a long block may be such a guest, too. These slots are owed to the class, or to a larger
 * one without a bucket that is owed more already.
 *
 * <h2>When a bucket moves to another class</h2>
 *
 * A bucket moves if the surpluses of two classes differ by more than a bucket and the bytes to be
 * copied, which is a bucket less its free slots. With a smaller difference the two would only swap
 * roles. With this one, each move lowers the sum of the squares of all surpluses, so moves come to
 * an end and no bucket moves back and forth. A class that is owed more than it can give keeps its
 * buckets, although one that it was given just now is empty, and would cost no copying: another
 * class has victims for both. A class that keeps taking slots gets a bucket before long, whatever
 * the others are owed: the choice of victims is limited by the sum alone, so at least one class has
 * a surplus of zero or more, its guests aside, and the maximum that a class may be owed exceeds the
 * threshold for moves. If the bucket is late although the class's guests have earned it, the thread
 * that inserts empties one. If more is owed than can be chosen, or the only class with a surplus
 * has as many guests, the class evicts its own blocks until debts and guests have faded.
 *
 * <h2>Costs</h2>
 *
 * A victim that was read again, or evicted for another reason, counts until its turn comes: a hit
 * changes no count. The sum is kept beside the counts of the classes, and each change is made to
 * both by one atomic addition each. Between the two, a reader of the sum may choose one victim more
 * or fewer, which the next choice evens out.
 */
public final class Balance {
  /** A bucket moves if a class's readiness exceeds another's surplus by more than this. */
  private static final long MOVE_THRESHOLD = 2L * BucketLayout.BUCKET_BYTES;

  /** The sum over all classes. Thread-safe. */
  public static final class Total {
    private final AtomicLong surplus = new AtomicLong();

    /**
     * An estimate of the greatest readiness of a class, by which a class decides alone whether a
     * search is worthwhile. It rises at once, and falls when all classes are examined.
     */
    private volatile long readiest;

    /**
     * Returns the bytes of all free slots, victims and empty buckets, less what classes are owed.
     * If it is negative, victims must be chosen.
     */
    public long surplus() {
      return surplus.get();
    }

    /**
     * Sets the greatest readiness of a class, after all were examined.
     *
     * @param readiness in bytes
     */
    public void setReadiest(long readiness) {
      readiest = readiness;
    }

    /**
     * Counts the bytes of a bucket that is to be removed.
     *
     * @param bytes negative once it is removed
     */
    public void owe(long bytes) {
      add(-bytes);
    }

    /** Adds to the sum; negative to subtract. */
    void add(long bytes) {
      surplus.addAndGet(bytes);
    }
  }

  private final Total total;
  private final AtomicLong free = new AtomicLong();
  private final AtomicLong victims = new AtomicLong();
  private final AtomicLong owed = new AtomicLong();
  private final AtomicLong guests = new AtomicLong();

  Balance(Total total) {
    this.total = total;
  }

  /** Counts slots that became free. */
  void addFree(long bytes) {
    free.addAndGet(bytes);
    total.add(bytes);
    noteReadier();
  }

  private void noteReadier() {
    long now = readiness();
    if (now > total.readiest) {
      total.readiest = now;
    }
  }

  /** Counts free slots that the class lost. */
  void removeFree(long bytes) {
    free.addAndGet(-bytes);
    total.add(-bytes);
  }

  /** Counts a free slot that a block took. */
  void take(long bytes) {
    removeFree(bytes);
    if (guests.get() > 0) {
      // Without it, the block would have been a guest.
      guests.addAndGet(-bytes);
    }
  }

  /** Counts a chosen victim. */
  void addVictim(long bytes) {
    addVictims(bytes);
    noteReadier();
  }

  /** Counts a victim whose turn came. */
  void removeVictim(long bytes) {
    addVictims(-bytes);
  }

  private void addVictims(long bytes) {
    victims.addAndGet(bytes);
    total.add(bytes);
  }

  /**
   * Counts a slot for which the class had to evict a block that was not chosen.
   *
   * @param max the maximum that the class may be owed
   */
  public void owe(long bytes, long max) {
    if (owed.get() < max) {
      owed.addAndGet(bytes);
      total.add(-bytes);
    }
  }

  /**
   * Counts a slot of a larger class that a block of this or a smaller class took because neither
   * has a bucket, up to the amount that earns the class a bucket.
   */
  public void countGuest(long bytes) {
    if (guests.get() <= MOVE_THRESHOLD) {
      guests.addAndGet(bytes);
    }
  }

  /** Returns whether its guests have taken as much as earns the class a bucket. */
  public boolean isBucketOverdue() {
    return guests.get() > MOVE_THRESHOLD && isShort();
  }

  /** Halves what is owed and what guests took: the demand may be over. */
  void fade() {
    long half = owed.get() / 2;
    owed.addAndGet(-half);
    total.add(half);
    guests.getAndUpdate(bytes -> bytes / 2);
  }

  /** Returns the bytes of free slots in buckets that are not being drained. */
  public long free() {
    return free.get();
  }

  /** Returns what the class can give up, less what it is owed. */
  public long surplus() {
    return free.get() + victims.get() - owed.get() - guests.get();
  }

  /** Returns its share of the total. Guests are not part of it: their slots are another class's. */
  long counted() {
    return surplus() + guests.get();
  }

  /**
   * Returns how readily the class gives up a bucket: its surplus, and in addition the free bytes of
   * a bucket, which need no copying.
   */
  public long readiness() {
    return surplus() + Math.min(BucketLayout.BUCKET_BYTES, free.get());
  }

  /** Returns whether this class should get a bucket from a class of that readiness. */
  public boolean shouldGetFrom(long readiness) {
    return readiness - surplus() > MOVE_THRESHOLD;
  }

  /** Returns whether it is worthwhile to search for a class to get a bucket from. */
  boolean isShort() {
    return surplus() < 0 && shouldGetFrom(total.readiest);
  }
}
