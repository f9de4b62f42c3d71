package io.strata.readpath;

import io.strata.readpath.l2.HalfFile;
import java.lang.StackWalker.StackFrame;

/**
 * Knows the one reader of HBase that never releases its block (HBASE-28893): when a reference to a
 * half of a split file is closed, HBase seeks to the middle of the file to learn from where its
 * blocks are to be evicted, and forgets the scanner. A block that it was given where it lies would
 * stay pinned until the next start, one for each half of each file of each region that is split.
 */
final class HalfFileClosing {
  private static final String READER = "org.apache.hadoop.hbase.io.HalfStoreFileReader";

  /** From the cache up to that method there are about a dozen calls. */
  private static final int MOST_FRAMES = 24;

  private static final StackWalker STACK = StackWalker.getInstance();

  private HalfFileClosing() {}

  /**
   * Whether the caller's thread is closing such a reference to this file; takes about a microsecond
   * where the file is one.
   */
  static boolean isUnderWay(String file) {
    return HalfFile.isHalf(file)
        && STACK.walk(frames -> frames.limit(MOST_FRAMES).anyMatch(HalfFileClosing::isClosing));
  }

  private static boolean isClosing(StackFrame frame) {
    return frame.getMethodName().equals("close") && frame.getClassName().equals(READER);
  }
}
