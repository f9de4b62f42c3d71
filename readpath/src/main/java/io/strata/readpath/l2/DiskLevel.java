package io.strata.readpath.l2;

import io.strata.flash.index.FlashIndex;
import io.strata.l2.BlockStore;
import io.strata.l2.evict.Victim;
import io.strata.readpath.l3.FlashTier;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The level below memory. {@link #NONE} is the one of a cache without disks: it has no block and
 * takes none, which is what the methods here do. {@link FlashLevel} is the other.
 *
 * <p>Thread-safe. Offsets and sizes are bytes of the block's file.
 */
interface DiskLevel {
  /** Of a block that is not on disks, in the place of its size. */
  int ABSENT = FlashIndex.ABSENT;

  /** No disks. */
  DiskLevel NONE = new DiskLevel() {};

  // ---- down

  /** Takes a block that memory evicts. */
  default void evicted(Victim victim) {}

  /** Whether a block that goes for room would be written here. */
  default boolean wants(Victim victim) {
    return false;
  }

  /**
   * Writes a block that is inserted into memory at once, where memory is only on its way here: so
   * blocks lie on disks in the order in which they were read, and a scan reads several with one
   * read.
   *
   * @param block still the caller's
   */
  default void passThrough(String file, long offset, CacheableSource block) {}

  /**
   * Writes a block that stays in a level above as well.
   *
   * @param block still the caller's
   */
  default void writeThrough(String file, long offset, CacheableSource block) {}

  // ---- back

  /**
   * Reads a block from the disks.
   *
   * @param caching whether the read would have its block cached; others mark no block as read
   * @param followers gets the blocks that were read along with it, and must release them
   * @return the block, which the caller must release; null when there is none
   */
  default @Nullable BlockFromFlash find(
      String file, long offset, boolean caching, Consumer<BlockFromFlash> followers) {
    return null;
  }

  /**
   * The bytes that a block has in its file, with its header: 0 when they are not known, {@link
   * #ABSENT} when it is not here.
   */
  default int bytesInFile(String file, long offset) {
    return ABSENT;
  }

  /** Whether a block is here. */
  default boolean contains(String file, long offset) {
    return bytesInFile(file, offset) != ABSENT;
  }

  // ---- away

  /** Forgets a block; says whether it was here. */
  default boolean evict(String file, long offset) {
    return false;
  }

  /** Forgets a file, which was marked in memory before; returns how many blocks it had. */
  default int evictFile(String file) {
    return 0;
  }

  /** Forgets the blocks of a file that begin in a range, both ends included; returns how many. */
  default int evictRange(String file, long from, long to) {
    return 0;
  }

  // ---- looking on

  /** How many blocks of a file that begin in a range are here and in that memory. */
  default int countAlsoIn(BlockStore<?> memory, String file, long from, long to) {
    return 0;
  }

  /** What of each file is here. */
  default Map<String, CachedFile> files() {
    return Map.of();
  }

  /** The region of a file, as a restart found it; null when it did not. */
  default @Nullable String regionOf(String file) {
    return null;
  }

  /** Whether a restart finds again what is here. */
  default boolean isWarm() {
    return false;
  }

  /**
   * Whether what is read beyond the memory's room finds some here, as memory is only on its way.
   */
  default boolean hasRoom() {
    return false;
  }

  /** Bytes that blocks may take here, where memory is only on its way; else 0. */
  default long maxBytesAlone() {
    return 0;
  }

  /** Bytes that blocks take here, where memory is only on its way; else 0. */
  default long bytesAlone() {
    return 0;
  }

  /** Blocks that are here, where memory is only on its way; else 0. */
  default long blocksAlone() {
    return 0;
  }

  /** The tier that this is over; null when there are no disks. */
  default @Nullable FlashTier tier() {
    return null;
  }
}
