package io.strata.readpath.blockcache;

import java.util.Comparator;
import java.util.Objects;
import org.apache.hadoop.hbase.io.hfile.BlockCacheUtil;
import org.apache.hadoop.hbase.io.hfile.BlockPriority;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.jspecify.annotations.Nullable;

/** A block of either tier as HBase's pages and tools list it. Immutable. */
final class ListedBlock implements CachedBlock {
  private static final Comparator<CachedBlock> ORDER =
      Comparator.comparing(CachedBlock::getFilename)
          .thenComparingLong(CachedBlock::getOffset)
          .thenComparing(Comparator.comparingLong(CachedBlock::getCachedTime).reversed());

  private final String file;
  private final long offset;
  private final long bytes;
  private final @Nullable BlockType type;
  private final long cachedNanos;
  private final boolean inMemory;

  /**
   * Creates the description of a block.
   *
   * @param bytes the memory that the block takes in its tier
   * @param type null if unknown
   * @param cachedNanos the time of the insert, in nanoseconds of {@link System#nanoTime}
   * @param inMemory whether its family is in-memory; the tiers have no other priorities
   */
  ListedBlock(
      String file,
      long offset,
      long bytes,
      @Nullable BlockType type,
      long cachedNanos,
      boolean inMemory) {
    this.file = file;
    this.offset = offset;
    this.bytes = bytes;
    this.type = type;
    this.cachedNanos = cachedNanos;
    this.inMemory = inMemory;
  }

  @Override
  public BlockPriority getBlockPriority() {
    return inMemory ? BlockPriority.MEMORY : BlockPriority.MULTI;
  }

  @Override
  public @Nullable BlockType getBlockType() {
    return type;
  }

  @Override
  public long getOffset() {
    return offset;
  }

  @Override
  public long getSize() {
    return bytes;
  }

  @Override
  public long getCachedTime() {
    return cachedNanos;
  }

  @Override
  public String getFilename() {
    return file;
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
    return Objects.hash(file, offset, cachedNanos);
  }

  @Override
  public String toString() {
    return BlockCacheUtil.toString(this, System.nanoTime());
  }
}
