package io.strata.l2.pool;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A set whose members can be drawn by position. Adding, removing and drawing take constant time;
 * the array behind the set doubles when it is full. Thread-safe.
 *
 * <p>Positions are dense: when a member is removed, the last one takes its position. Threads that
 * change the set hold a spin lock for a few instructions. Threads that draw take no lock; they may
 * meet a position that was just vacated, or a member that was just removed.
 *
 * @param <E> the members; each is in one bag at a time
 */
final class Bag<E extends Bag.Member> {
  /** A member of a bag. */
  abstract static class Member {
    static final int NOWHERE = -1;

    /** The position in the bag; guarded by the lock of the bag. */
    int position = NOWHERE;
  }

  private static final int MIN_CAPACITY = 8;
  private static final int SPINS_BEFORE_PARKING = 64;
  private static final long PARK_NANOS = 10_000;

  private final AtomicBoolean locked = new AtomicBoolean();
  private volatile AtomicReferenceArray<@Nullable E> members =
      new AtomicReferenceArray<>(MIN_CAPACITY);
  private volatile int count;

  /** Returns the number of members. */
  int count() {
    return count;
  }

  /** Returns the member at a position, or null if there is none. */
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

  /** Removes a member; returns whether it was in the bag. */
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

  /** Removes and returns any member, or returns null if there is none. */
  @Nullable E poll() {
    for (int last = count - 1; last >= 0; last = count - 1) {
      E member = at(last);
      if (member != null && remove(member)) {
        return member;
      }
    }
    return null;
  }

  /**
   * Allocates memory for this number of members: until there are as many, {@link #add} does not.
   */
  void reserve(int capacity) {
    lock();
    try {
      ensureCapacity(capacity);
    } finally {
      locked.set(false);
    }
  }

  private void ensureCapacity(int min) {
    AtomicReferenceArray<@Nullable E> now = members;
    if (min > now.length()) {
      AtomicReferenceArray<@Nullable E> more =
          new AtomicReferenceArray<>(Math.max(min, 2 * now.length()));
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
