package io.strata.readpath.count;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;

/** Every hit and miss counts in exactly one kind, whether or not HBase counts its type. */
class KindStatsTest {
  private static long sum(ToLongFunction<BlockKind> ofKind) {
    return Arrays.stream(BlockKind.values()).mapToLong(ofKind).sum();
  }

  @ParameterizedTest
  @NullSource
  @EnumSource(BlockType.class)
  void countsEveryTypeInOneKind(BlockType type) {
    KindStats stats = new KindStats("test", 1);
    stats.hit(true, true, type);
    stats.miss(true, true, type);
    stats.miss(true, true, type);
    assertThat(sum(stats::hits)).isOne();
    assertThat(sum(stats::misses)).isEqualTo(2);
    if (type != BlockType.INDEX_V1) {
      assertThat(stats.hits(BlockKind.of(type))).isOne();
    }
  }
}
