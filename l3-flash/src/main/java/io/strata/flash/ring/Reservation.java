package io.strata.flash.ring;

import io.strata.flash.crypt.BlockCipher;
import io.strata.flash.layout.BlockHeader;
import io.strata.flash.layout.FlashAddress;
import io.strata.flash.region.Region;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Room for a block, to be filled by the one thread that has reserved it, which must {@link #commit}
 * it whatever comes.
 *
 * @param position where in the region
 */
public record Reservation(OpenRegion open, int position, int bytes) {
  /** Bytes that a block takes in a region. */
  public static int bytesOf(int nameBytes, int length, boolean encrypted) {
    return BlockHeader.totalBytes(nameBytes, storedLength(length, encrypted));
  }

  private static int storedLength(int length, boolean encrypted) {
    return encrypted ? length + BlockCipher.TAG_BYTES : length;
  }

  /** Where that is, as the index writes it. */
  public long place() {
    return FlashAddress.of(open.number(), position, bytes);
  }

  private ByteBuffer memory() {
    return open.buffer().slice(position, bytes);
  }

  /**
   * Writes a block, encrypted if its region is.
   *
   * @param contents writes the block's bytes into memory of exactly its length
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

  /** Leaves nothing in the room: no block is found there, not by a restart either. */
  public void clear() {
    memory().put(new byte[bytes]);
  }

  /** The room is filled, or given up. */
  public void commit() {
    if (open.buffer().commit(bytes)) {
      open.completed();
    }
  }
}
