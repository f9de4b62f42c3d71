package io.strata.readpath.l2;

import io.strata.l2.write.BlockSource;
import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.nio.ByteBuff;
import org.jspecify.annotations.Nullable;

/**
 * A block of HBase's on its way into slots, retained until the store is done with it. What {@link
 * Cacheable#serialize} would write is written in parts, without moving the block's own position:
 * others read it meanwhile.
 */
final class CacheableSource implements BlockSource {
  private final Cacheable block;
  private final int length;
  private final long attributes;
  private final long stamp;
  private final boolean inMemory;

  /** What is no block of a file cannot be serialized in parts: its bytes, once they were asked. */
  private @Nullable ByteBuffer serialized;

  /**
   * Retains the block.
   *
   * @param attributes the first word of {@link BlockAttributes}
   * @param stamp the second one
   */
  CacheableSource(Cacheable block, long attributes, long stamp, boolean inMemory) {
    this.block = block.retain();
    this.length = block.getSerializedLength();
    this.attributes = attributes;
    this.stamp = stamp;
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
    return stamp;
  }

  @Override
  public boolean inMemory() {
    return inMemory;
  }

  /** Not what HBase caches as it is compressed in its file. */
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

  /** The block's bytes as far as the part has some of them, then the metadata likewise. */
  private void write(HFileBlock fileBlock, ByteBuffer part, int from) {
    ByteBuff bytes = fileBlock.getBufferReadOnly();
    int metaBegins = length - HFileBlock.BLOCK_METADATA_SPACE;
    int ofBlock = Math.min(part.remaining(), metaBegins - from);
    if (ofBlock > 0) {
      bytes.get(part, from, ofBlock);
    }
    if (part.hasRemaining()) {
      ByteBuffer meta = ByteBuffer.allocate(HFileBlock.BLOCK_METADATA_SPACE);
      int ofMeta = Math.max(0, from - metaBegins);
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
