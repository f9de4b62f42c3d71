package io.strata.flash.read;

import io.strata.flash.layout.BlockHeader;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A block that was read, in a pooled buffer that it may share with other blocks read at the same
 * time. The caller must {@link #release} it exactly once, and not access its bytes afterwards.
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

  /** Returns the block's bytes, big-endian, from position 0 to the limit of the buffer. */
  public ByteBuffer bytes() {
    return bytes;
  }

  /** Returns the name of the block's file. Must not be called after {@link #release}. */
  public String file() {
    return BlockHeader.name(header);
  }

  /** Returns the offset of the block in its file. */
  public long offset() {
    return offset;
  }

  /** Returns the caller's first word. */
  public int attributes() {
    return attributes;
  }

  /** Returns the bytes that the block takes in its file; 0 if unknown. */
  public int bytesInFile() {
    return bytesInFile;
  }

  /** Returns the caller's second word. */
  public long stamp() {
    return stamp;
  }

  /**
   * Returns whether an access had been recorded before this read, since the block was written: a
   * block that was read twice is likely to be read again. Restarts do not preserve this.
   */
  public boolean wasReadBefore() {
    return readBefore;
  }

  /**
   * Releases the buffer, when no other block in it is in use.
   *
   * @throws IllegalStateException if the block was released before
   */
  public void release() {
    if (!released.compareAndSet(false, true)) {
      throw new IllegalStateException("A block was released more often than it was read.");
    }
    pool.release(buffer);
  }
}
