package io.strata.flash.index;

import org.jspecify.annotations.Nullable;

/**
 * A file that has blocks in an index, or receives its first. Thread-safe.
 *
 * <h2>States</h2>
 *
 * <pre>
 *   LIVE ---- retired, or the last block and the last reference end ----> GONE
 * </pre>
 *
 * <p>A file that is gone stays gone; a later file of the same name is another object.
 *
 * <h2>Why reusing numbers is safe</h2>
 *
 * <p>An index entry holds the file's number. The number is given to another file after the last
 * block and the last <b>reference</b> of this one. A thread that adds or sweeps blocks has a
 * reference, so the number means this file as long as it works. A reader has none. It finds an
 * entry under the lock of its segment and then checks {@link #isGone}. Either the entry is this
 * file's or the check returns true: the file was gone before its number was reused, which happened
 * before the other file's entry was added under the same lock.
 *
 * <h2>Sweeps</h2>
 *
 * <p>The blocks form a <b>ring</b>, doubly linked through the entries, in which a sweep has a hand.
 * A block is added behind the hand. Removing the block at the hand moves the hand on. So a sweep
 * that advances the hand by as many blocks as the ring had at its start has visited each of those,
 * in steps of bounded length, whatever is added and removed between two steps. One thread sweeps at
 * a time.
 *
 * <h2>Locking</h2>
 *
 * <p>This object guards all fields but the name, the number and the three volatile ones. Its lock
 * is taken after the lock of a segment, never before it, and is held for a few writes, or for some
 * dozens of reads in a step of a sweep. {@code gone} is written under it.
 */
public final class FlashFile {
  private final FileNumbers files;
  private final String name;
  private final int number;
  private volatile boolean gone;
  private volatile boolean requested;
  private volatile @Nullable String owner;
  private int refCount = 1;
  private long blocks;
  private long bytes;
  private int hand = Entries.NONE;

  /** Creates a file to which the caller has a reference. */
  FlashFile(FileNumbers files, String name, int number) {
    this.files = files;
    this.name = name;
    this.number = number;
  }

  public String name() {
    return name;
  }

  int number() {
    return number;
  }

  /**
   * Returns whether the file was retired or lost its last block; lookups of its blocks then fail.
   */
  public boolean isGone() {
    return gone;
  }

  /** Returns the owner of the file, as set by {@link #setOwner}; null if unknown. */
  public @Nullable String owner() {
    return owner;
  }

  /** Sets the owner of the file, which is kept as long as the file has blocks. */
  public void setOwner(String text) {
    owner = text;
  }

  boolean isRequested() {
    return requested;
  }

  /** Records that the file was requested. Writes only if that is new. */
  void setRequested() {
    if (!requested) {
      requested = true;
    }
  }

  /** Adds a reference. Returns false if the file is gone. */
  synchronized boolean retain() {
    if (gone) {
      return false;
    }
    refCount++;
    return true;
  }

  /** Ends a reference. */
  public synchronized void release() {
    refCount--;
    endIfUnused();
  }

  /** Retires the file and adds a reference. Returns false if it was gone before. */
  synchronized boolean retire() {
    boolean was = retain();
    gone = true;
    return was;
  }

  private void endIfUnused() {
    if (refCount == 0 && blocks == 0) {
      gone = true;
      files.ended(this);
    }
  }

  /** Adds an entry. Returns false if the file is gone. */
  synchronized boolean link(Entries entries, int entry, int size) {
    if (gone) {
      return false;
    }
    if (hand == Entries.NONE) {
      hand = entry;
      entries.set(entry, Entries.NEXT_OF_FILE, entry);
      entries.set(entry, Entries.PREVIOUS_OF_FILE, entry);
    } else {
      int last = entries.get(hand, Entries.PREVIOUS_OF_FILE);
      join(entries, last, entry);
      join(entries, entry, hand);
    }
    blocks++;
    bytes += size;
    return true;
  }

  /** Removes an entry that nothing else links to any more. */
  synchronized void unlink(Entries entries, int entry, int size) {
    int next = entries.get(entry, Entries.NEXT_OF_FILE);
    join(entries, entries.get(entry, Entries.PREVIOUS_OF_FILE), next);
    if (hand == entry) {
      hand = next == entry ? Entries.NONE : next;
    }
    blocks--;
    bytes -= size;
    endIfUnused();
  }

  private static void join(Entries entries, int entry, int next) {
    entries.set(entry, Entries.NEXT_OF_FILE, next);
    entries.set(next, Entries.PREVIOUS_OF_FILE, entry);
  }

  /** Adjusts the file's bytes when a block changes its size. */
  synchronized void resize(int more) {
    bytes += more;
  }

  /**
   * Returns the offsets of the next blocks: a step of a sweep.
   *
   * @param offsets receives them, from index 0
   * @param max the maximum number to return
   * @return the number of offsets; 0 if the file has no blocks
   */
  synchronized int sweep(Entries entries, long[] offsets, long max) {
    int count = (int) Math.min(Math.min(blocks, max), offsets.length);
    for (int i = 0; i < count; i++) {
      offsets[i] = entries.getLong(hand, Entries.OFFSET);
      hand = entries.get(hand, Entries.NEXT_OF_FILE);
    }
    return count;
  }

  /** Returns the number and the bytes of the file's blocks. */
  synchronized FlashIndex.FileUsage usage() {
    return new FlashIndex.FileUsage(blocks, bytes);
  }

  /**
   * Returns whether an entry is linked to its neighbours in the ring. For audits, while the store
   * is idle.
   */
  synchronized boolean isLinked(Entries entries, int entry) {
    int next = entries.get(entry, Entries.NEXT_OF_FILE);
    int previous = entries.get(entry, Entries.PREVIOUS_OF_FILE);
    return entries.get(next, Entries.PREVIOUS_OF_FILE) == entry
        && entries.get(previous, Entries.NEXT_OF_FILE) == entry
        && entries.get(next, Entries.FILE) == number;
  }
}
