package io.strata.readpath.cache;

import io.strata.readpath.l2.HalfFileReference;
import java.lang.StackWalker.StackFrame;
import java.util.Iterator;

/**
 * Detects reads whose block HBase never releases. If such a read got a block in the cache's memory,
 * the block would stay pinned until the next start. Both kinds read a half-file reference:
 *
 * <ul>
 *   <li>When a half-file reference is closed, HBase seeks to the middle of the file to find the
 *       range of blocks to evict, and does not close the scanner (HBASE-28893).
 *   <li>When a scan seeks beyond the last block of a lower half, HBase seeks back from the middle
 *       by one block, reads it, sees that it is the scanner's current block, and does not release
 *       the second reference ({@code HFileScannerImpl.loadBlockAndSeekToKey}).
 * </ul>
 */
final class UnreleasedReads {
  /** The reader of a half-file reference, and its scanner, an inner class. */
  private static final String HALF = "org.apache.hadoop.hbase.io.HalfStoreFileReader";

  private static final String SEEK_BEFORE = "seekBefore";

  /** The reader is about a dozen frames above the cache. */
  private static final int MAX_FRAMES = 24;

  private static final StackWalker STACK = StackWalker.getInstance();

  private UnreleasedReads() {}

  /**
   * Returns whether the calling thread is in such a read of this file. Walks the stack, in about a
   * microsecond, only if the file is a half-file reference.
   */
  static boolean isRunning(String file) {
    return HalfFileReference.isHalf(file)
        && STACK.walk(frames -> isUnreleased(frames.limit(MAX_FRAMES).iterator()));
  }

  /** Returns whether the read is unreleased; a requested {@code seekBefore} releases its block. */
  private static boolean isUnreleased(Iterator<StackFrame> frames) {
    boolean seeksBefore = false;
    while (frames.hasNext()) {
      StackFrame frame = frames.next();
      String method = frame.getMethodName();
      if (frame.getClassName().startsWith(HALF)) {
        return method.equals("close") || (seeksBefore && !method.equals(SEEK_BEFORE));
      }
      seeksBefore |= method.equals(SEEK_BEFORE);
    }
    return false;
  }
}
