package io.strata.readpath.l2;

import io.strata.flash.index.FlashIndex;
import io.strata.l2.BlockStore;
import io.strata.l2.evict.Victim;
import io.strata.readpath.l3.FlashTier;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The level below memory. {@link FlashLevel} implements it; {@link #NONE} stands for no flash tier:
 * it holds no block and accepts none, as the default methods do.
 *
 * <p>Some methods concern a cache whose flash tier is the whole cache ({@code
 * hbase.bucketcache.ioengine=file:…}). There, memory is a write buffer for flash.
 *
 * <p>Thread-safe. Offsets and sizes are bytes of the block's file.
 */
interface DiskLevel {
  /** Returned in place of a size for a block that is not here. */
  int ABSENT = FlashIndex.ABSENT;

  /** The level of a cache without a flash tier. */
  DiskLevel NONE = new DiskLevel() {};

  // ---- writing

  /** Inserts a block that memory evicts. */
  default void evicted(Victim victim) {}

  /** Returns whether a block evicted to free memory would be written here. */
  default boolean wants(Victim victim) {
    return false;
  }

  /**
   * Writes a block on its insert into memory if the flash tier is the whole cache. So blocks lie on
   * flash in the order of their first reads, and a scan reads several of them at once.
   *
   * @param block the caller keeps its reference
   */
  default void passThrough(String file, long offset, CacheableSource block) {}

  /**
   * Writes a block that also stays in a level above.
   *
   * @param block the caller keeps its reference
   */
  default void writeThrough(String file, long offset, CacheableSource block) {}

  // ---- reading

  /**
   * Reads a block.
   *
   * @param caching whether the read caches its block; other reads do not count for promotion
   * @param followers gets the next blocks that were read along, and must release them
   * @return the block, which the caller must release; null if it is not here
   */
  default @Nullable BlockFromFlash find(
      String file, long offset, boolean caching, Consumer<BlockFromFlash> followers) {
    return null;
  }

  /**
   * Returns a block's size in its file, with header: 0 if unknown, {@link #ABSENT} if it is not
   * here.
   */
  default int bytesInFile(String file, long offset) {
    return ABSENT;
  }

  /** Returns whether a block is here. */
  default boolean contains(String file, long offset) {
    return bytesInFile(file, offset) != ABSENT;
  }

  // ---- evicting

  /** Evicts a block; returns whether it was here. */
  default boolean evict(String file, long offset) {
    return false;
  }

  /**
   * Evicts a file. The caller must have evicted it from memory before; see {@link FlashLevel}.
   *
   * @return the number of its blocks
   */
  default int evictFile(String file) {
    return 0;
  }

  /** Evicts the blocks of a file with offsets in a range, both ends inclusive; returns how many. */
  default int evictRange(String file, long from, long to) {
    return 0;
  }

  // ---- inspection

  /** Returns the number of a file's blocks with offsets in a range that are here and in memory. */
  default int countAlsoIn(BlockStore<?> memory, String file, long from, long to) {
    return 0;
  }

  /** Returns the blocks and bytes of each file that are here. */
  default Map<String, CachedFile> files() {
    return Map.of();
  }

  /** Returns the region of a file that a restart recovered; null if unknown. */
  default @Nullable String regionOf(String file) {
    return null;
  }

  /** Returns whether a restart recovers the blocks that are here. */
  default boolean isWarm() {
    return false;
  }

  /**
   * Returns whether there is free space on flash, if the flash tier is the whole cache; else false.
   */
  default boolean hasFreeSpace() {
    return false;
  }

  /** Returns the capacity of flash if the flash tier is the whole cache; else 0. */
  default long maxBytesAlone() {
    return 0;
  }

  /** Returns the bytes of the blocks on flash if the flash tier is the whole cache; else 0. */
  default long bytesAlone() {
    return 0;
  }

  /** Returns the number of blocks on flash if the flash tier is the whole cache; else 0. */
  default long blocksAlone() {
    return 0;
  }

  /** Returns the flash tier; null if there is none. */
  default @Nullable FlashTier tier() {
    return null;
  }
}
