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

  /** Blocks of an earlier process that are served again, where memory outlives the process. */
  long getAttachedBlocks();

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

  /** Blocks rejected so far, by reason. */
  Map<String, Long> getRejected();

  /**
   * The same under its old name.
   *
   * @deprecated removed in the next release; read {@code Rejected}
   */
  @Deprecated
  Map<String, Long> getRefused();

  /**
   * The share of reads that would be hit with other sizes of the tier, by how many times as large
   * it would be, from {@code 0.125} to {@code 8.0}: an estimate for LRU, of which the tier's own
   * policy hits as much or more. Zero before anything was read.
   */
  Map<String, Double> getExpectedHitRatios();

  /** The same, where each read counts as many times as its block has bytes. */
  Map<String, Double> getExpectedByteHitRatios();

  /**
   * How many blocks those are estimated from; the error is about one over the root of it, where the
   * tier is large enough.
   */
  int getExpectedFromBlocks();

  /**
   * Looks through every slot for what is not in order: a pin that was never given back, a slot in
   * two places, sums that disagree. Takes time in the cache's size, and is right only while nothing
   * reads or writes.
   *
   * @return what is wrong, a sentence each; empty when all is well
   */
  List<String> audit();
}
