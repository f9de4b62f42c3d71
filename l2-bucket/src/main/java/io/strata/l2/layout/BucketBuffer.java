package io.strata.l2.layout;

import java.nio.ByteBuffer;

/**
 * The memory of a bucket: a part of an allocation, which the garbage collector frees as a whole
 * when nothing refers to it or to a view of it. Immutable.
 */
public final class BucketBuffer {
  private final ByteBuffer allocation;
  private final int offset;

  /**
   * @param allocation the buffer as it was allocated or mapped; a view of one only if it is the
   *     bucket, and is not freed later than the whole
   * @param offset of the bucket in it, in bytes
   */
  public BucketBuffer(ByteBuffer allocation, int offset) {
    this.allocation = allocation;
    this.offset = offset;
  }

  /** Returns the allocation. */
  public ByteBuffer allocation() {
    return allocation;
  }

  /** Returns the offset of the bucket in the allocation, in bytes. */
  public int offset() {
    return offset;
  }

  /** Returns a view of the bucket, or the allocation if that is the bucket. */
  public ByteBuffer view() {
    return allocation.capacity() <= BucketLayout.BUCKET_BYTES
        ? allocation
        : allocation.slice(offset, BucketLayout.BUCKET_BYTES);
  }
}
