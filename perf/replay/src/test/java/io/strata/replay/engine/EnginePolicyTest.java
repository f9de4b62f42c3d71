package io.strata.replay.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strata.l2.StoreStatistics;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.layout.Header;
import io.strata.l2.policy.Policies;
import io.strata.l2.write.Rejection;
import io.strata.replay.policy.Belady;
import io.strata.replay.policy.Hits;
import io.strata.replay.policy.Lru;
import io.strata.replay.policy.PackedIntervals;
import io.strata.replay.policy.Policy;
import io.strata.replay.trace.SampleTraces;
import io.strata.replay.trace.Trace;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnginePolicyTest {
  private static final long BYTES = 48L << 20;

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 1_000, 1_926, 1_928, 10_000, 123_457})
  void holdsTheRequestedNumberOfBlocks(int entries) {
    int held = BucketGeometry.holding(entries).entries();
    assertThat(held).isCloseTo(entries, within(1 + held / 3_500));

    Trace twice = Trace.of("twice", LongStream.concat(range(held), range(held)).toArray());

    assertThat(new EnginePolicy(Policies.REUSE_DISTANCE).hits(twice, entries))
        .isEqualTo(new Hits(held, held));
  }

  private static LongStream range(int end) {
    return LongStream.range(0, end);
  }

  @Test
  void hitsNoMoreThanTheOptimum() throws IOException {
    Trace trace = SampleTraces.WEB07.read();
    int entries = trace.blocks() / 10;

    long hits = new EnginePolicy(Policies.REUSE_DISTANCE).hits(trace, entries).count();

    assertThat(hits)
        .isLessThan(new Belady().hits(trace, entries).count())
        .isGreaterThan(new Lru().hits(trace, entries).count() * 9 / 10);
  }

  private static int[] lengths(int blocks) {
    Random random = new Random(1949);
    return IntStream.generate(() -> 1_000 + random.nextInt(200_000)).limit(blocks).toArray();
  }

  /** Blocks 0, 1, 2 and so on, repeatedly. */
  private static Trace rounds(int[] lengths, int rounds) {
    int[] blocks = new int[rounds * lengths.length];
    Arrays.setAll(blocks, index -> index % lengths.length);
    return Trace.ofLengths("rounds", lengths, blocks);
  }

  @Test
  void holdsBlocksOfDifferentLengthsWithinTheBytes() {
    Trace trace = rounds(lengths(2_000), 3);
    EngineReplay replay = new EnginePolicy(Policies.LRU).replay(trace, BYTES);
    StoreStatistics statistics = replay.statistics();

    assertThat(statistics.configuredBytes()).isEqualTo(BYTES);
    assertThat(statistics.bucketBytes() + CapacityPlan.of(BYTES).tableBytes())
        .isLessThanOrEqualTo(BYTES);
    assertThat(statistics.bytes() + statistics.blocks() * Header.BYTES)
        .isLessThan(statistics.bucketBytes())
        .isGreaterThan(statistics.bucketBytes() * 6 / 10);
    long mean = trace.bytes() / trace.blocks();
    assertThat(statistics.bytes() / statistics.blocks()).isBetween(mean / 2, mean * 2);
    assertThat(statistics.rejected(Rejection.WRITE_FAILED)).isZero();
  }

  @Test
  void hitsNearlyAllIfBlocksFitAndLessIfNot() {
    int[] lengths = lengths(2_000);
    Trace trace = rounds(lengths, 3);
    long bytes = trace.bytes();
    Policy engine = new EnginePolicy(Policies.LRU);

    Hits fits = engine.hits(trace, bytes * 3 / 2);
    assertThat(fits.count()).isBetween(19L * lengths.length / 10, 2L * lengths.length);
    assertThat(fits.bytes()).isBetween(19 * bytes / 10, 2 * bytes);
    // As large as the blocks and no larger: headers and slots do not fit.
    Hits tight = engine.hits(trace, bytes);
    assertThat(tight.count()).isLessThan(18L * lengths.length / 10);
    assertThat(tight.bytes()).isLessThan(18 * bytes / 10);
  }

  @ParameterizedTest
  @EnumSource
  void hitsNoMoreThanTheBoundByBytes(Policies policy) {
    int[] lengths = lengths(2_000);
    Random random = new Random(1972);
    int[] blocks =
        IntStream.generate(() -> (int) (2_000 * Math.pow(random.nextDouble(), 3)))
            .limit(20_000)
            .toArray();
    Trace trace = Trace.ofLengths("skewed", lengths, blocks);

    Hits hits = new EnginePolicy(policy).hits(trace, BYTES);
    Hits bound = new PackedIntervals().hits(trace, BYTES);

    assertThat(hits.count()).isBetween(bound.count() / 4, bound.count());
    assertThat(hits.bytes()).isBetween(bound.bytes() / 4, bound.bytes());
  }

  @Test
  void minimumSizeIsThatOfAServer() {
    Policy engine = new EnginePolicy(Policies.DEFAULT);
    Trace trace = rounds(new int[] {1_000, 2_000}, 2);

    assertThat(engine.hits(trace, engine.minSize(trace))).isEqualTo(new Hits(2, 3_000));
    assertThatThrownBy(() -> engine.hits(trace, engine.minSize(trace) - 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
