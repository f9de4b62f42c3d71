package io.strata.flash;

import java.nio.ByteBuffer;

/** A block that is offered: what is to be copied. Asked by one thread, during the offer alone. */
public interface BlockSource {
  /** Bytes of the block, 1 or more; always the same answer. */
  int length();

  /**
   * Bytes that the block takes in its file, 1 or more, or 0 when that is not known: what the store
   * answers without a read ({@link FlashStore#bytesInFile}), and adds up for each file.
   */
  default int bytesInFile() {
    return 0;
  }

  /** Two words of the caller's own, kept with the block. */
  int attributes();

  /** The second word. */
  long stamp();

  /** Writes the block into memory of exactly its length, big-endian. */
  void writeTo(ByteBuffer memory);
}
