package io.strata.flash;

import java.nio.ByteBuffer;

/** A block to insert. One thread calls it, only during the insert. */
public interface BlockSource {
  /** Returns the length of the block in bytes, 1 or more; always the same value. */
  int length();

  /**
   * Returns the bytes that the block takes in its file, 1 or more, or 0 if unknown. The store adds
   * this up for each file and returns it without a read ({@link FlashStore#bytesInFile}).
   */
  default int bytesInFile() {
    return 0;
  }

  /** Returns the caller's first word, which is stored with the block. */
  int attributes();

  /** Returns the caller's second word. */
  long stamp();

  /** Writes the block into a buffer of exactly its length, big-endian. */
  void writeTo(ByteBuffer memory);
}
