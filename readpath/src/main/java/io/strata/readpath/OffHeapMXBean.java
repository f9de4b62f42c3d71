package io.strata.readpath;

import java.util.List;
import java.util.Map;

/**
 * The statistics of a RegionServer's off-heap tier that HBase's own metrics lack, under {@value
 * #NAME}. Counters count from the start of the process.
 */
public interface OffHeapMXBean {
  /** The MBean's name. */
  String NAME = "io.strata:type=OffHeapCache";

  /** Returns the configured size of the tier, in bytes. */
  long getConfiguredBytes();

  /**
   * Returns how many blocks of an earlier process were attached, if memory outlives the process.
   */
  long getAttachedBlocks();

  /** Returns the number of blocks in slots. */
  long getBlocks();

  /** Returns the number of blocks in writer queues. */
  long getBlocksInFlight();

  /** Returns how many inserts there were. */
  long getOffered();

  /** Returns how many blocks were written to slots. */
  long getWritten();

  /** Returns how many blocks were evicted for other blocks. */
  long getEvictedForRoom();

  /** Returns how many blocks were evicted by request: by key, or because their file was closed. */
  long getEvictedByRequest();

  /** Returns how many blocks were moved to another slot. */
  long getMoved();

  /** Returns how many blocks were evicted while pinned, and freed by their last reader. */
  long getFreedByReaders();

  /** Returns how many inserts were rejected, by reason. */
  Map<String, Long> getRejected();

  /**
   * The same under its old name.
   *
   * @deprecated removed in the next release; read {@code Rejected}
   */
  @Deprecated
  Map<String, Long> getRefused();

  /**
   * Returns the expected hit ratio for other sizes of the tier, by the factor of its size, from
   * {@code 0.125} to {@code 8.0}. This is an estimate for LRU; the tier's policy is expected to hit
   * as much or more. 0 before the first read.
   */
  Map<String, Double> getExpectedHitRatios();

  /** Returns the expected hit ratios weighted by the bytes of the blocks. */
  Map<String, Double> getExpectedByteHitRatios();

  /**
   * Returns the number of blocks from which these ratios are estimated; the error is about one over
   * its square root if the tier is large enough.
   */
  int getExpectedFromBlocks();

  /**
   * Checks every slot: for leaked pins, slots that are linked twice, and sums that disagree. Takes
   * time proportional to the cache's size; correct only while no thread reads or writes.
   *
   * @return one sentence for each problem; empty if there is none
   */
  List<String> audit();
}
