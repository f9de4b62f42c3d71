package io.strata.readpath.l1;

import io.strata.l1.TierEntry;
import java.util.Comparator;
import java.util.Objects;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockCacheUtil;
import org.apache.hadoop.hbase.io.hfile.BlockPriority;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.jspecify.annotations.Nullable;

/** An entry of the tier as HBase's pages and tools list it: by file, offset and age. */
final class CachedBlockView implements CachedBlock {

  private static final Comparator<CachedBlock> ORDER =
      Comparator.comparing(CachedBlock::getFilename)
          .thenComparingLong(CachedBlock::getOffset)
          .thenComparing(Comparator.comparingLong(CachedBlock::getCachedTime).reversed());

  private final TierEntry<BlockCacheKey, Cacheable> entry;

  CachedBlockView(TierEntry<BlockCacheKey, Cacheable> entry) {
    this.entry = entry;
  }

  /** In-memory blocks apart, the tier ranks by estimated frequency and knows no such classes. */
  @Override
  public BlockPriority getBlockPriority() {
    return entry.inMemory() ? BlockPriority.MEMORY : BlockPriority.MULTI;
  }

  @Override
  public BlockType getBlockType() {
    return entry.value().getBlockType();
  }

  @Override
  public long getOffset() {
    return entry.key().getOffset();
  }

  @Override
  public long getSize() {
    return entry.value().heapSize();
  }

  @Override
  public long getCachedTime() {
    return entry.addedNanos();
  }

  @Override
  public String getFilename() {
    return entry.key().getHfileName();
  }

  @Override
  public int compareTo(CachedBlock other) {
    return ORDER.compare(this, other);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CachedBlock block && compareTo(block) == 0;
  }

  @Override
  public int hashCode() {
    return Objects.hash(getFilename(), getOffset(), getCachedTime());
  }

  @Override
  public String toString() {
    return BlockCacheUtil.toString(this, System.nanoTime());
  }
}
