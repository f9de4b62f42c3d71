package io.strata.l2.pool;

import io.strata.l2.layout.BucketLayout;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a size class has to give, against what it is owed: its account in the one order of all
 * memory. Bytes throughout. Thread-safe, without locks.
 *
 * <pre>
 *   surplus = free slots + chosen victims - owed - guests
 * </pre>
 *
 * Whoever takes a slot lowers the sum of all surpluses, and then has victims chosen of as many
 * bytes, in whichever classes the policy finds them, until the sum is not negative. So what each
 * class ends up with follows the policy's order of all blocks, and no class is compared with
 * another. A class that had to evict a block of its own, because the victims were in other classes,
 * is owed its slot; so is one whose blocks are guests in larger slots, because it has no bucket.
 *
 * <p>A bucket goes from one class to another when their surpluses differ by more than a bucket and
 * what has to be copied, which is a bucket less what is free. By less, they would only change
 * places; by so much, the sum of the squares of all surpluses falls with every bucket that goes, so
 * that it comes to an end, and none goes to and fro. A class that goes on taking slots gets a
 * bucket before long, whatever the others are owed: victims are chosen without a limit but the sum,
 * so one class at least has no less than nothing, and what a class may be owed at most is more than
 * what buckets go by. Where more is owed than can be chosen, the class's own blocks are chosen and
 * have their turn, until what is owed has faded.
 *
 * <p>A victim that was read again, or went for another reason, counts until its turn to be evicted
 * comes: a hit changes no count. The sum is kept beside the classes' own counts and each change is
 * made to both, one atomic addition each; between the two, a reader of the sum may choose one
 * victim more or fewer, which the next one evens out.
 */
public final class Balance {
  /** By how much the readiness of one class exceeds the surplus of another that a bucket goes. */
  private static final long FAR_APART = 2L * BucketLayout.BUCKET_BYTES;

  /** Over all classes. Thread-safe. */
  public static final class Total {
    private final AtomicLong surplus = new AtomicLong();

    /**
     * The greatest readiness of a class, as far as is known: it rises at once, and falls when all
     * are looked at. An estimate, so that a class can say alone whether a look is worth while.
     */
    private volatile long readiest;

    /**
     * Bytes of all free slots, victims and empty buckets, less what classes are owed. When it is
     * negative, victims are to be chosen.
     */
    public long surplus() {
      return surplus.get();
    }

    /**
     * Says what the greatest readiness of a class is, after a look at all of them.
     *
     * @param readiness in bytes
     */
    public void setReadiest(long readiness) {
      readiest = readiness;
    }

    /**
     * Counts bytes that are to be given up and go to no class, a bucket's that is to be removed.
     *
     * @param bytes negative once they are
     */
    public void owe(long bytes) {
      add(-bytes);
    }

    /** Counts bytes more to give, or less if negative. */
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

  /** Counts slots that came free. */
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

  /** Counts free slots that the class has no more. */
  void removeFree(long bytes) {
    free.addAndGet(-bytes);
    total.add(-bytes);
  }

  /** Counts a free slot that a block took. */
  void take(long bytes) {
    removeFree(bytes);
    if (guests.get() > 0) {
      // One that would have been a guest.
      guests.addAndGet(-bytes);
    }
  }

  /** Counts a victim that was chosen. */
  void addVictim(long bytes) {
    addVictims(bytes);
    noteReadier();
  }

  /** Counts a victim that had its turn. */
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
   * @param most what it is owed at most
   */
  public void owe(long bytes, long most) {
    if (owed.get() < most) {
      owed.addAndGet(bytes);
      total.add(-bytes);
    }
  }

  /**
   * Counts a slot of a larger class that a block took because this class has no bucket: it needs as
   * much, until it would be given one.
   */
  public void countGuest(long bytes) {
    if (guests.get() <= FAR_APART) {
      guests.addAndGet(bytes);
    }
  }

  /** Lets what is owed, and what guests took, weigh half: the demand may be over. */
  void fade() {
    long half = owed.get() / 2;
    owed.addAndGet(-half);
    total.add(half);
    guests.getAndUpdate(bytes -> bytes / 2);
  }

  /** Of free slots in buckets that are not being drained. */
  public long free() {
    return free.get();
  }

  /** What it could give, less what it is owed. */
  public long surplus() {
    return free.get() + victims.get() - owed.get() - guests.get();
  }

  /** What it has that the total has, too: guests are in the slots of another class. */
  long counted() {
    return surplus() + guests.get();
  }

  /**
   * How readily it gives a bucket: what it has to give, and the more the less of it must be copied,
   * because it is free.
   */
  public long readiness() {
    return surplus() + Math.min(BucketLayout.BUCKET_BYTES, free.get());
  }

  /** Whether a class that is so ready should give a bucket to the one of this account. */
  public boolean shouldGetFrom(long readiness) {
    return readiness - surplus() > FAR_APART;
  }

  /** Whether it is worth while to look for a class that should give it a bucket. */
  boolean isShort() {
    return surplus() < 0 && shouldGetFrom(total.readiest);
  }
}
