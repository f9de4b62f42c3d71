package io.strata.l2.policy;

/**
 * The weight of a block's bytes relative to the cost of a miss of the block. Pure arithmetic.
 *
 * <p>Keeping a block occupies its bytes until it is read again. Missing it costs a request, which
 * takes the same time for every block, and the transfer of its bytes. So the block to evict is the
 * one with the highest product of expected time and bytes, divided by the cost of the miss. If all
 * blocks cost the same, this is Greedy-Dual-Size (Cao and Irani, USITS 1997); if the cost is
 * proportional to the length, it is recency alone.
 *
 * <p>A request counts as {@value #REQUEST_BYTES} bytes: HDFS takes a millisecond before the first
 * byte, in which 250 MB/s transfer about as much. The value need not be exact: in simulations of
 * the synthetic traces of {@code ./strata replay}, half or double of it changed the mean hit ratio
 * by a third of a point at most, and the byte hit ratio by a quarter.
 */
public final class MissCost {
  /** Bytes that are transferred in the time that a request takes. */
  public static final int REQUEST_BYTES = 256 << 10;

  /** The weight of a block so long that the request is negligible. */
  public static final int MAX_WEIGHT = 256;

  private MissCost() {}

  /**
   * Returns the factor by which to multiply the expected time of a block of this length, from 1 to
   * {@link #MAX_WEIGHT}. The steps are wide enough that blocks of about the same length have the
   * same weight.
   */
  public static int weight(int bytes) {
    return (int) Math.max(1, (long) MAX_WEIGHT * bytes / ((long) bytes + REQUEST_BYTES));
  }
}
