package io.strata.readpath;

import java.util.function.ToIntFunction;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.util.VersionInfo;

/**
 * Which blocks HBase's prefetch may pass by. It goes through a file from its first block to its
 * last, in a thread of its own, and asks of each whether it is cached and how large it is.
 *
 * <p>Before version 3, a prefetch that has read a block expects the next one that it reads to be as
 * large as the one behind the first, also when it has passed that by: then it ends with an
 * exception, and the rest of the file is not prefetched. So there, blocks are passed by until the
 * first one that is not cached, and none behind it: more is read than need be, and nothing fails. A
 * file that is cached as a whole, as after a warm restart, is not read at all.
 *
 * <p>Thread-safe; what is remembered of a prefetch is its thread's own.
 */
final class PrefetchSkipper {
  private static final int FIRST_SOUND_VERSION = 3;

  /** A prefetch, as far as it has come. */
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
   * Goes by the version of the HBase that runs.
   *
   * @param sizes answers with the bytes of a block in its file, or 0 when it is not cached
   * @param atBegin run before the first block of a file is asked for; may wait
   */
  PrefetchSkipper(ToIntFunction<BlockCacheKey> sizes, Runnable atBegin) {
    this(sizes, atBegin, majorVersion() >= FIRST_SOUND_VERSION);
  }

  /**
   * @param sound whether a prefetch may pass by a block behind one that it has read
   */
  PrefetchSkipper(ToIntFunction<BlockCacheKey> sizes, Runnable atBegin, boolean sound) {
    this.sizes = sizes;
    this.atBegin = atBegin;
    this.sound = sound;
  }

  private static int majorVersion() {
    return Integer.parseInt(VersionInfo.getVersion().replaceFirst("[^0-9].*", ""));
  }

  /** Whether the prefetch that this thread is at may pass a block by. */
  boolean mayPass(BlockCacheKey key) {
    Progress progress = prefetches.get();
    String file = key.getHfileName();
    if (key.getOffset() == 0) {
      atBegin.run();
      progress.file = file;
      progress.hasRead = false;
    } else if (!file.equals(progress.file)) {
      // Not a prefetch from its beginning on.
      progress.hasRead = true;
    }
    progress.offset = key.getOffset();
    progress.size = progress.hasRead && !sound ? 0 : sizes.applyAsInt(key);
    progress.hasRead |= progress.size == 0;
    return progress.size > 0;
  }

  /**
   * The size of a block that may be passed by, which is asked for next; 0 when another was asked
   * for.
   */
  int sizeOf(BlockCacheKey key) {
    Progress progress = prefetches.get();
    return progress.offset == key.getOffset() && progress.file.equals(key.getHfileName())
        ? progress.size
        : 0;
  }
}
