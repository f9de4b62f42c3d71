package io.strata.readpath.l2;

import io.strata.l2.curve.CurveSnapshot;
import io.strata.l2.curve.MissRatioCurve;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;

/**
 * What the off-heap tier would hit if it were larger or smaller, from what HBase reads.
 * Thread-safe.
 *
 * <p>A read is a hit that HBase counts, or a block that is offered after a miss: only then is it
 * known how long the block is. So a read that does not want its block cached does not count, as it
 * would hit in no cache; a block that is offered unread, by a prefetch or a compaction, counts as
 * one read that missed.
 */
final class ExpectedHits {
  /** How many times its size the tier is asked about at most. */
  private static final int RANGE = 8;

  /** As many blocks of the tier are sampled as make an error of about two in a hundred. */
  private static final double SAMPLED_BLOCKS = 2_048;

  private static final double HIGHEST_RATE = 1.0 / 8;
  private static final double LOWEST_RATE = MissRatioCurve.SERVING_RATE;

  private final MissRatioCurve curve;

  /**
   * @param bytes of the tier
   * @param blockBytes of a block, as expected
   * @param reads how many were told of so far, see {@link MissRatioCurve}
   */
  ExpectedHits(long bytes, int blockBytes, LongSupplier reads) {
    double rate = SAMPLED_BLOCKS * blockBytes / bytes;
    this.curve =
        new MissRatioCurve(
            RANGE * bytes,
            reads,
            Math.max(LOWEST_RATE, Math.min(HIGHEST_RATE, rate)),
            MissRatioCurve.SERVING_SAMPLES_PER_HALVING);
  }

  /** A block was hit, or offered after it was missed; costs a hash and a comparison, mostly. */
  void read(BlockCacheKey key, Cacheable block) {
    curve.record(
        MissRatioCurve.hash(key.getHfileName(), key.getOffset()), block.getSerializedLength());
  }

  /** The tier has so many bytes from now on. */
  void resize(long bytes) {
    curve.setRange(RANGE * bytes);
  }

  /**
   * @param density how many bytes of blocks each byte of the tier's memory holds
   */
  CurveSnapshot snapshot(double density) {
    return curve.snapshot(density);
  }
}
