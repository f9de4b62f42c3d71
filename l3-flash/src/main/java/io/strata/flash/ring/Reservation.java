package io.strata.flash.ring;

import io.strata.flash.crypt.BlockCipher;
import io.strata.flash.layout.BlockHeader;
import io.strata.flash.layout.FlashAddress;
import io.strata.flash.region.Region;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Bytes reserved for a block. The thread that reserved them fills them, and must {@link #commit}
 * them in any case.
 *
 * @param position in the region
 */
public record Reservation(OpenRegion open, int position, int bytes) {
  /** Returns the bytes that a block takes in a region. */
  public static int bytesOf(int nameBytes, int length, boolean encrypted) {
    return BlockHeader.totalBytes(nameBytes, storedLength(length, encrypted));
  }

  private static int storedLength(int length, boolean encrypted) {
    return encrypted ? length + BlockCipher.TAG_BYTES : length;
  }

  /** Returns the address of the reserved bytes. */
  public long address() {
    return FlashAddress.of(open.number(), position, bytes);
  }

  private ByteBuffer memory() {
    return open.buffer().slice(position, bytes);
  }

  /**
   * Writes a block, encrypted if the region is.
   *
   * @param contents writes the block into a buffer of exactly its length
   */
  public void fill(
      byte[] name,
      long offset,
      int length,
      int bytesInFile,
      int attributes,
      long stamp,
      Consumer<ByteBuffer> contents) {
    ByteBuffer memory = memory();
    Region region = open.region();
    BlockCipher cipher = region.cipher();
    int stored = storedLength(length, cipher != null);
    BlockHeader.describe(
        memory, region.sequence(), position, name, offset, stored, bytesInFile, attributes, stamp);
    ByteBuffer block = BlockHeader.stored(memory);
    contents.accept(block.slice(0, length));
    if (cipher != null) {
      cipher.encrypt(block, region.sequence(), position, BlockHeader.identity(memory));
    }
    BlockHeader.seal(memory);
  }

  /** Zeroes the bytes, so that no block is found there, by a restart either. */
  public void clear() {
    memory().put(new byte[bytes]);
  }

  /** Commits the bytes, which are filled or zeroed. */
  public void commit() {
    if (open.buffer().commit(bytes)) {
      open.completed();
    }
  }
}
