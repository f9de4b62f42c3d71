package io.strata.readpath.l2;

import io.strata.l2.write.BlockSource;
import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.io.hfile.Cacheable;

/** A block of HBase's on its way into a slot, retained until the store is done with it. */
final class CacheableSource implements BlockSource {
  private final Cacheable block;
  private final int length;
  private final long attributes;
  private final long cachedNanos;
  private final boolean inMemory;

  /** Retains the block. */
  CacheableSource(Cacheable block, long attributes, long cachedNanos, boolean inMemory) {
    this.block = block.retain();
    this.length = block.getSerializedLength();
    this.attributes = attributes;
    this.cachedNanos = cachedNanos;
    this.inMemory = inMemory;
  }

  /** The block itself, for as long as this is not released. */
  Cacheable block() {
    return block;
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
    return cachedNanos;
  }

  @Override
  public boolean inMemory() {
    return inMemory;
  }

  @Override
  public void writeTo(ByteBuffer part, int from) {
    block.serialize(part, true);
  }

  @Override
  public void release() {
    block.release();
  }
}
