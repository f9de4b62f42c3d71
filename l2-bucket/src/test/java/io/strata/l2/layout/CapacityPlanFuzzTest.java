package io.strata.l2.layout;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.math.BigInteger;
import org.junit.jupiter.api.Tag;

/** Any configured size is spent exactly, or rejected with a valid one. */
@Tag("fuzz")
class CapacityPlanFuzzTest {

  @FuzzTest
  void planSpendsTheConfiguredBytes(long total, int blockBytes, long resized) {
    try {
      CapacityPlan plan = CapacityPlan.of(total, blockBytes);
      check(plan, total);
      CapacityPlan other = plan.resized(resized);
      check(other, resized);
      assertThat(other.heads()).as("chains stay").isGreaterThanOrEqualTo(plan.heads());
      assertThat(other.ghosts()).isEqualTo(plan.ghosts());
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageMatching("A cache of -?\\d+ bytes .*[Gg]ive .*\\.");
    }
  }

  private static void check(CapacityPlan plan, long total) {
    BigInteger spent =
        product(plan.buckets(), BucketLayout.BUCKET_BYTES)
            .add(BigInteger.valueOf(plan.tableBytes()))
            .add(BigInteger.valueOf(plan.inFlightBytes()));
    assertThat(spent).isEqualTo(BigInteger.valueOf(total));
    assertThat(total).isGreaterThanOrEqualTo(CapacityPlan.MIN_BYTES);
    assertThat(plan.buckets()).isBetween(1, Handle.MAX_BUCKETS);
    assertThat(plan.inFlightBytes()).isPositive();
    assertThat(Integer.bitCount(plan.heads())).isEqualTo(1);
  }

  private static BigInteger product(long one, long other) {
    return BigInteger.valueOf(one).multiply(BigInteger.valueOf(other));
  }
}
