package io.strata.readpath;

import io.strata.readpath.l2.HalfFileReference;
import java.lang.StackWalker.StackFrame;
import java.util.Iterator;

/**
 * Knows the reads of which HBase never releases the block. A block that such a read was given where
 * it lies would stay pinned until the next start. Both are of a half of a split file:
 *
 * <ul>
 *   <li>When a reference to the half is closed, HBase seeks to the middle of the file to learn from
 *       where its blocks are to be evicted, and forgets the scanner (HBASE-28893).
 *   <li>When a scan seeks from the last block of a lower half out of it, HBase goes back from the
 *       middle by one block, reads that, sees that it is the one where the scanner is, and forgets
 *       the second ({@code HFileScannerImpl.loadBlockAndSeekToKey}).
 * </ul>
 */
final class UnreleasedReads {
  /** The reader of a half, and its scanner within. */
  private static final String HALF = "org.apache.hadoop.hbase.io.HalfStoreFileReader";

  private static final String GOING_BACK = "seekBefore";

  /** From the cache up to the reader there are about a dozen calls. */
  private static final int MAX_FRAMES = 24;

  private static final StackWalker STACK = StackWalker.getInstance();

  private UnreleasedReads() {}

  /**
   * Whether the caller's thread is at such a read of this file; takes about a microsecond where the
   * file is a half, and next to nothing where it is none.
   */
  static boolean isUnderWay(String file) {
    return HalfFileReference.isHalf(file)
        && STACK.walk(frames -> isForgotten(frames.limit(MAX_FRAMES).iterator()));
  }

  /** A scan that goes back in its half as it was asked to releases what it is given. */
  private static boolean isForgotten(Iterator<StackFrame> frames) {
    boolean goingBack = false;
    while (frames.hasNext()) {
      StackFrame frame = frames.next();
      String method = frame.getMethodName();
      if (frame.getClassName().startsWith(HALF)) {
        return method.equals("close") || (goingBack && !method.equals(GOING_BACK));
      }
      goingBack |= method.equals(GOING_BACK);
    }
    return false;
  }
}
