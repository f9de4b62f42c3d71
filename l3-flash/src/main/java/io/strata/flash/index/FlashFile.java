package io.strata.flash.index;

import org.jspecify.annotations.Nullable;

/**
 * A file that has blocks in an index, or gets its first. Thread-safe.
 *
 * <pre>
 *   LIVE ---- forgotten, or the last block and the last use end ----> GONE
 * </pre>
 *
 * <p>An index entry holds the file's number, and the number is given to another file after the last
 * block and the last <b>use</b> of this one. A thread that adds or sweeps blocks has a use, so the
 * number means this file as long as it works. A reader has none. It finds an entry under the lock
 * of its segment, and then asks {@link #isGone}: the entry is this file's or the answer is yes,
 * since the file was gone before the number was another's, and that was before the other's entry
 * was added under the same lock. A file that is gone stays gone; one of the same name that comes
 * later is another object.
 *
 * <p>The blocks form a <b>ring</b> through the entries, doubly linked, in which a sweep has a hand.
 * A block is added behind the hand, and one that leaves the ring moves the hand on if it was there.
 * So a sweep that advances the hand by as many blocks as the ring had at its start has seen each of
 * those, in steps of bounded length, whatever comes and goes between two steps. One thread sweeps
 * at a time.
 *
 * <p>All but the name, the number and the three volatile fields is guarded by this object, which is
 * taken after the lock of a segment, never before it, and held for a few writes; for a step of a
 * sweep, for some dozens of reads. The bit that says the file is gone is written under it.
 */
public final class FlashFile {
  private final FileNumbers files;
  private final String name;
  private final int number;
  private volatile boolean gone;
  private volatile boolean asked;
  private volatile @Nullable String owner;
  private int uses = 1;
  private long blocks;
  private long bytes;
  private int hand = Entries.NONE;

  /** A file of which the caller has a use. */
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

  /** Whether the file was forgotten, or had its last block: nothing is found of it any more. */
  public boolean isGone() {
    return gone;
  }

  /** Whose the file is, as {@link #setOwner} was told; null when it was not. */
  public @Nullable String owner() {
    return owner;
  }

  /** Notes whose the file is, as long as it has blocks. */
  public void setOwner(String text) {
    owner = text;
  }

  boolean isAsked() {
    return asked;
  }

  /** The file is asked for; what is set is not written again. */
  void ask() {
    if (!asked) {
      asked = true;
    }
  }

  /** Takes a use; says false when the file is gone. */
  synchronized boolean use() {
    if (gone) {
      return false;
    }
    uses++;
    return true;
  }

  /** Ends a use. */
  public synchronized void leave() {
    uses--;
    endIfUnused();
  }

  /** Takes a use of a file that is gone from now on; says false when that was so before. */
  synchronized boolean forget() {
    boolean was = use();
    gone = true;
    return was;
  }

  private void endIfUnused() {
    if (uses == 0 && blocks == 0) {
      gone = true;
      files.ended(this);
    }
  }

  /** Adds an entry; says false when the file is gone. */
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

  /** Removes an entry, which nothing else leads to any more. */
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

  /** A block takes other bytes. */
  synchronized void resize(int more) {
    bytes += more;
  }

  /**
   * A step of a sweep: the offsets of the next blocks.
   *
   * @param offsets gets them, from its beginning
   * @param max how many are wanted at most
   * @return how many there are; 0 when the file has no blocks
   */
  synchronized int sweep(Entries entries, long[] offsets, long max) {
    int count = (int) Math.min(Math.min(blocks, max), offsets.length);
    for (int i = 0; i < count; i++) {
      offsets[i] = entries.getLong(hand, Entries.OFFSET);
      hand = entries.get(hand, Entries.NEXT_OF_FILE);
    }
    return count;
  }

  /** What the file has at the moment. */
  synchronized FlashIndex.Held held() {
    return new FlashIndex.Held(blocks, bytes);
  }

  /**
   * Whether an entry is where its neighbours in the ring say; for audits, while nothing happens.
   */
  synchronized boolean isLinked(Entries entries, int entry) {
    int next = entries.get(entry, Entries.NEXT_OF_FILE);
    int previous = entries.get(entry, Entries.PREVIOUS_OF_FILE);
    return entries.get(next, Entries.PREVIOUS_OF_FILE) == entry
        && entries.get(previous, Entries.NEXT_OF_FILE) == entry
        && entries.get(next, Entries.FILE) == number;
  }
}
