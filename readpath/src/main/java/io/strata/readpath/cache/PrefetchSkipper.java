package io.strata.readpath.cache;

import java.util.function.ToIntFunction;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.util.VersionInfo;

/**
 * Decides which cached blocks HBase's prefetch skips. A prefetch walks through a file from the
 * first block to the last, in a thread of its own, and asks whether each block is cached and how
 * large it is.
 *
 * <p>Before HBase 3, a prefetch that has read a block expects the next block that it reads to have
 * the size of the one that follows the first, even if it has skipped that one. It then ends with an
 * exception, and the rest of the file is not prefetched. There, only the cached blocks before the
 * first one that is not cached are skipped. This reads more than necessary and never fails. A file
 * that is fully cached, as after a warm restart, is not read at all.
 *
 * <p>Thread-safe; the progress of a prefetch is thread-local.
 */
final class PrefetchSkipper {
  private static final int FIRST_SOUND_VERSION = 3;

  /** The progress of a prefetch. */
  private static final class Progress {
    private String file = "";
    private long offset;
    private int size;
    private boolean hasRead = true;
  }

  private final ThreadLocal<Progress> prefetches = ThreadLocal.withInitial(Progress::new);
  private final ToIntFunction<BlockCacheKey> sizes;
  private final Runnable atBegin;
  private final boolean sound;

  /**
   * Creates a skipper for the running version of HBase.
   *
   * @param sizes returns the bytes of a block in its file, or 0 if it is not cached
   * @param atBegin runs before the first block of a file is looked up; may wait
   */
  PrefetchSkipper(ToIntFunction<BlockCacheKey> sizes, Runnable atBegin) {
    this(sizes, atBegin, majorVersion() >= FIRST_SOUND_VERSION);
  }

  /**
   * @param sound whether a prefetch may skip blocks after one that it has read
   */
  PrefetchSkipper(ToIntFunction<BlockCacheKey> sizes, Runnable atBegin, boolean sound) {
    this.sizes = sizes;
    this.atBegin = atBegin;
    this.sound = sound;
  }

  private static int majorVersion() {
    return Integer.parseInt(VersionInfo.getVersion().replaceFirst("[^0-9].*", ""));
  }

  /** Returns whether the prefetch that this thread runs may skip a block. */
  boolean maySkip(BlockCacheKey key) {
    Progress progress = prefetches.get();
    String file = key.getHfileName();
    if (key.getOffset() == 0) {
      atBegin.run();
      progress.file = file;
      progress.hasRead = false;
    } else if (!file.equals(progress.file)) {
      // Not a prefetch that started with the first block.
      progress.hasRead = true;
    }
    progress.offset = key.getOffset();
    progress.size = progress.hasRead && !sound ? 0 : sizes.applyAsInt(key);
    progress.hasRead |= progress.size == 0;
    return progress.size > 0;
  }

  /**
   * Returns the size of the block that this thread was last told to skip; 0 for any other block.
   */
  int sizeOf(BlockCacheKey key) {
    Progress progress = prefetches.get();
    return progress.offset == key.getOffset() && progress.file.equals(key.getHfileName())
        ? progress.size
        : 0;
  }
}
