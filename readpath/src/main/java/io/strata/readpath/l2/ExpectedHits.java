package io.strata.readpath.l2;

import io.strata.l2.curve.CurveSnapshot;
import io.strata.l2.curve.MissRatioCurve;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;

/**
 * Estimates the hit ratio of the off-heap tier at other sizes, from HBase's reads. Thread-safe.
 *
 * <p>A read is a hit that HBase counts, or an insert after a miss, since only then is the block's
 * length known. So a read that does not cache its block does not count; it would miss in any cache.
 * An insert without a read, by a prefetch or a compaction, counts as one read that missed.
 */
final class ExpectedHits {
  /** The largest estimated size, in multiples of the tier's size. */
  private static final int RANGE = 8;

  /** Number of sampled blocks of the tier, for an error of about 2 %. */
  private static final double SAMPLED_BLOCKS = 2_048;

  private static final double MAX_RATE = 1.0 / 8;
  private static final double MIN_RATE = MissRatioCurve.SERVING_RATE;

  private final MissRatioCurve curve;

  /**
   * @param bytes capacity of the tier
   * @param blockBytes expected size of a block
   * @param reads number of recorded reads so far, see {@link MissRatioCurve}
   */
  ExpectedHits(long bytes, int blockBytes, LongSupplier reads) {
    double rate = SAMPLED_BLOCKS * blockBytes / bytes;
    this.curve =
        new MissRatioCurve(
            RANGE * bytes,
            reads,
            Math.max(MIN_RATE, Math.min(MAX_RATE, rate)),
            MissRatioCurve.SERVING_SAMPLES_PER_HALVING);
  }

  /** Records a hit, or an insert after a miss. Usually costs a hash and a comparison. */
  void read(BlockCacheKey key, Cacheable block) {
    curve.record(
        MissRatioCurve.hash(key.getHfileName(), key.getOffset()), block.getSerializedLength());
  }

  /** Sets the capacity of the tier. */
  void resize(long bytes) {
    curve.setRange(RANGE * bytes);
  }

  /**
   * Returns the estimates.
   *
   * @param density bytes of blocks per byte of the tier's memory
   */
  CurveSnapshot snapshot(double density) {
    return curve.snapshot(density);
  }
}
