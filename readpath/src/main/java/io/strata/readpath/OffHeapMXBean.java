package io.strata.readpath;

import java.util.List;
import java.util.Map;

/**
 * What the off-heap tier of a RegionServer counts and HBase's own metrics have no name for, under
 * {@value #NAME}.
 */
public interface OffHeapMXBean {
  /** The MBean's name. */
  String NAME = "io.strata:type=OffHeapCache";

  /** What the tier may take. */
  long getConfiguredBytes();

  /** Blocks in slots. */
  long getBlocks();

  /** Blocks on their way into slots. */
  long getBlocksInFlight();

  /** Blocks offered so far. */
  long getOffered();

  /** Blocks that became readable in slots so far. */
  long getWritten();

  /** Blocks evicted to make room so far. */
  long getEvictedForRoom();

  /** Blocks evicted because their file was closed, or by name, so far. */
  long getEvictedByRequest();

  /** Blocks moved to another slot so far. */
  long getMoved();

  /** Blocks evicted while readers had them, and freed by the last of these, so far. */
  long getFreedByReaders();

  /** Blocks refused so far, by reason. */
  Map<String, Long> getRefused();

  /**
   * Looks through every slot for what is not in order: a pin that was never given back, a slot in
   * two places, sums that disagree. Takes time in the cache's size, and is right only while nothing
   * reads or writes.
   *
   * @return what is wrong, a sentence each; empty when all is well
   */
  List<String> audit();
}
