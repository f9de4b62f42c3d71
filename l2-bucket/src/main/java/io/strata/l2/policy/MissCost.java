package io.strata.l2.policy;

/**
 * What the bytes of a block would be worth to others, beside what a miss of the block costs. Pure
 * arithmetic.
 *
 * <p>To keep a block takes its bytes for the time until it is read again; to miss it costs a
 * request, which takes the same time for every block, and the transfer of its bytes. So what should
 * go first is what has the highest product of expected time and bytes over cost: Greedy-Dual-Size
 * (Cao and Irani, USITS 1997) for a block that costs as much as any other, recency alone for one
 * that costs as much as it is long.
 *
 * <p>The request is reckoned as {@value #REQUEST_BYTES} bytes: a millisecond, which a read from
 * HDFS takes before its first byte, of 250 MB/s. It need not be known well: simulated on the
 * made-up traces of {@code ./strata replay}, half or twice as many changed the mean of the hits by
 * a third of a point at most, and of the hits by bytes by a quarter.
 */
public final class MissCost {
  /** Bytes that are transferred in the time that a request takes. */
  public static final int REQUEST_BYTES = 256 << 10;

  /** The weight of a block that is so long that its request does not matter. */
  public static final int MAX_WEIGHT = 256;

  private MissCost() {}

  /**
   * How many times its expected time a block of so many bytes counts, from 1 to {@link
   * #MAX_WEIGHT}: in steps so wide that blocks of about the same length have the same.
   */
  public static int weight(int bytes) {
    return (int) Math.max(1, (long) MAX_WEIGHT * bytes / ((long) bytes + REQUEST_BYTES));
  }
}
