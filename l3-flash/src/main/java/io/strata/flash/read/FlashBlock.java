package io.strata.flash.read;

import io.strata.flash.layout.BlockHeader;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A block that was read, in a buffer of the pool, which it may share with others that were read
 * with it. Whoever gets it must {@link #release} it exactly once, and not touch its bytes
 * afterwards.
 */
public final class FlashBlock {
  private final ReadBuffers pool;
  private final ReadBuffer buffer;
  private final ByteBuffer header;
  private final ByteBuffer bytes;
  private final long offset;
  private final int bytesInFile;
  private final int attributes;
  private final long stamp;
  private final boolean readBefore;
  private final AtomicBoolean released = new AtomicBoolean();

  FlashBlock(
      ReadBuffers pool,
      ReadBuffer buffer,
      ByteBuffer header,
      ByteBuffer bytes,
      boolean readBefore) {
    this.pool = pool;
    this.buffer = buffer;
    this.header = header;
    this.bytes = bytes;
    this.offset = BlockHeader.offset(header);
    this.bytesInFile = BlockHeader.bytesInFile(header);
    this.attributes = BlockHeader.attributes(header);
    this.stamp = BlockHeader.stamp(header);
    this.readBefore = readBefore;
  }

  /** The block's bytes, big-endian, from the buffer's position 0 to its limit. */
  public ByteBuffer bytes() {
    return bytes;
  }

  /** The name of its file; not to be asked for after {@link #release}. */
  public String file() {
    return BlockHeader.name(header);
  }

  /** Where in its file it begins. */
  public long offset() {
    return offset;
  }

  /** The first word that the block was offered with. */
  public int attributes() {
    return attributes;
  }

  /** Bytes that it takes in its file, or 0 when that was not known. */
  public int bytesInFile() {
    return bytesInFile;
  }

  /** The second word. */
  public long stamp() {
    return stamp;
  }

  /**
   * Whether the block had been read before this read, since it was written: what was read twice is
   * likely to be read again. Nothing of this is kept over a restart.
   */
  public boolean wasReadBefore() {
    return readBefore;
  }

  /**
   * Gives the buffer back, when no other block in it is in use.
   *
   * @throws IllegalStateException when that was done before
   */
  public void release() {
    if (!released.compareAndSet(false, true)) {
      throw new IllegalStateException("A block was released more often than it was read.");
    }
    pool.release(buffer);
  }
}
