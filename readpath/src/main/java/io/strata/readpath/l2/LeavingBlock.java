package io.strata.readpath.l2;

import io.strata.flash.BlockSource;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/** A block that goes from its slots to a disk. One thread's. */
final class LeavingBlock implements BlockSource {
  private final int length;
  private final Supplier<ByteBuffer[]> views;
  private final long attributes;
  private final long stamp;

  /**
   * @param views its memory, asked for if the block is written
   */
  LeavingBlock(int length, Supplier<ByteBuffer[]> views, long attributes, long stamp) {
    this.length = length;
    this.views = views;
    this.attributes = attributes;
    this.stamp = stamp;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public long attributes() {
    return attributes;
  }

  @Override
  public long stamp() {
    return stamp;
  }

  @Override
  public void writeTo(ByteBuffer memory) {
    for (ByteBuffer part : views.get()) {
      memory.put(part);
    }
  }
}
