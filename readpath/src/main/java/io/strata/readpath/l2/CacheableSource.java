package io.strata.readpath.l2;

import io.strata.l2.write.BlockSource;
import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.nio.ByteBuff;
import org.jspecify.annotations.Nullable;

/**
 * A block of HBase in flight to slots, retained until the store releases it. Writes the bytes of
 * {@link Cacheable#serialize} in parts, without moving the block's own position, because readers
 * use the block concurrently.
 */
final class CacheableSource implements BlockSource {
  private final Cacheable block;
  private final int length;
  private final long attributes;
  private final long stamp;
  private final boolean inMemory;

  /** The bytes of a block other than an HFileBlock, which cannot be serialized in parts; lazy. */
  private @Nullable ByteBuffer serialized;

  /**
   * Retains the block.
   *
   * @param attributes the first word of {@link BlockAttributes}
   * @param stamp the second word
   */
  CacheableSource(Cacheable block, long attributes, long stamp, boolean inMemory) {
    this.block = block.retain();
    this.length = block.getSerializedLength();
    this.attributes = attributes;
    this.stamp = stamp;
    this.inMemory = inMemory;
  }

  /** Returns the block; valid until this is released. */
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
    return stamp;
  }

  @Override
  public boolean inMemory() {
    return inMemory;
  }

  /** Returns false for blocks that HBase caches compressed, as they are in the file. */
  @Override
  public boolean isCompressible() {
    return !(block instanceof HFileBlock fileBlock) || fileBlock.isUnpacked();
  }

  @Override
  public void writeTo(ByteBuffer part, int from) {
    if (block instanceof HFileBlock fileBlock) {
      write(fileBlock, part, from);
    } else {
      part.put(serialized().slice(from, part.remaining()));
    }
  }

  /** Writes the part's share of the block's bytes, then its share of the metadata. */
  private void write(HFileBlock fileBlock, ByteBuffer part, int from) {
    ByteBuff bytes = fileBlock.getBufferReadOnly();
    int metaOffset = length - HFileBlock.BLOCK_METADATA_SPACE;
    int ofBlock = Math.min(part.remaining(), metaOffset - from);
    if (ofBlock > 0) {
      bytes.get(part, from, ofBlock);
    }
    if (part.hasRemaining()) {
      ByteBuffer meta = ByteBuffer.allocate(HFileBlock.BLOCK_METADATA_SPACE);
      int ofMeta = Math.max(0, from - metaOffset);
      part.put(fileBlock.getMetaData(meta).slice(ofMeta, part.remaining()));
    }
  }

  private ByteBuffer serialized() {
    if (serialized == null) {
      ByteBuffer buffer = ByteBuffer.allocate(length);
      block.serialize(buffer, true);
      serialized = buffer;
    }
    return serialized;
  }

  @Override
  public void release() {
    block.release();
  }
}
