package io.strata.l2.pool;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A set of which any member can be drawn by its position. Adding, removing and drawing take the
 * same time however many members there are; the array behind it doubles when it is full.
 * Thread-safe.
 *
 * <p>Positions are dense: the last member takes the place of one that is removed. Those who change
 * the set hold a lock for these few instructions; those who draw take no lock, and may meet a
 * position that was just vacated, or a member that was just removed.
 *
 * @param <E> what is in it; in one bag at a time
 */
final class Bag<E extends Bag.Member> {
  /** What can be in a bag. */
  abstract static class Member {
    static final int NOWHERE = -1;

    /** Its position; guarded by the lock of the bag that it is in. */
    int position = NOWHERE;
  }

  private static final int MIN_CAPACITY = 8;
  private static final int SPINS_BEFORE_PARKING = 64;
  private static final long PARK_NANOS = 10_000;

  private final AtomicBoolean locked = new AtomicBoolean();
  private volatile AtomicReferenceArray<@Nullable E> members =
      new AtomicReferenceArray<>(MIN_CAPACITY);
  private volatile int count;

  /** How many members there are. */
  int count() {
    return count;
  }

  /** The member at a position, 0 or more; null when there is none. */
  @Nullable E at(int position) {
    AtomicReferenceArray<@Nullable E> now = members;
    return position < now.length() ? now.get(position) : null;
  }

  /** Adds a member that is in no bag. */
  void add(E member) {
    lock();
    try {
      int position = count;
      ensureCapacity(position + 1);
      member.position = position;
      members.set(position, member);
      count = position + 1;
    } finally {
      locked.set(false);
    }
  }

  /** Removes a member; says whether it was there. */
  boolean remove(E member) {
    lock();
    try {
      int position = member.position;
      if (position == Member.NOWHERE) {
        return false;
      }
      int last = count - 1;
      E moved = members.get(last);
      members.set(position, moved);
      members.set(last, null);
      if (moved != null) {
        moved.position = position;
      }
      member.position = Member.NOWHERE;
      count = last;
      return true;
    } finally {
      locked.set(false);
    }
  }

  /** Removes any member, and returns it; null when there is none. */
  @Nullable E poll() {
    for (int last = count - 1; last >= 0; last = count - 1) {
      E member = at(last);
      if (member != null && remove(member)) {
        return member;
      }
    }
    return null;
  }

  /** Makes room for so many members: to {@link #add} as many takes no heap. */
  void reserve(int capacity) {
    lock();
    try {
      ensureCapacity(capacity);
    } finally {
      locked.set(false);
    }
  }

  private void ensureCapacity(int wanted) {
    AtomicReferenceArray<@Nullable E> now = members;
    if (wanted > now.length()) {
      AtomicReferenceArray<@Nullable E> more =
          new AtomicReferenceArray<>(Math.max(wanted, 2 * now.length()));
      for (int i = 0; i < now.length(); i++) {
        more.setPlain(i, now.getPlain(i));
      }
      members = more;
    }
  }

  private void lock() {
    for (int spin = 0; locked.get() || !locked.compareAndSet(false, true); spin++) {
      if (spin < SPINS_BEFORE_PARKING) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(PARK_NANOS);
      }
    }
  }
}
