package io.strata.l2.pack;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.policy.MissCost;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PackCostsTest {
  private static final int BLOCK = 64 << 10;
  private static final int MANY = 1_000;

  /** Differences of {@link System#nanoTime} may overflow. */
  private static final long START = Long.MAX_VALUE - 1_000;

  private static PackCosts costs(long missNanos, long packNanos, int freedBytes) {
    PackCosts costs = new PackCosts(START);
    for (int i = 0; i < MANY; i++) {
      costs.noteMiss(missNanos, BLOCK);
      costs.notePacked(packNanos, BLOCK, freedBytes);
      costs.noteUnpacked(packNanos / 5, BLOCK);
    }
    return costs;
  }

  @Test
  void slowMissesRaiseTheWeight() {
    PackCosts costs = costs(2_000_000, 100_000, BLOCK / 2);
    assertThat(costs.weight()).isGreaterThan(2 * MissCost.weight(BLOCK));
  }

  @Test
  void fastMissesKeepTheMinimumWeight() {
    PackCosts costs = costs(50_000, 100_000, BLOCK / 2);
    assertThat(costs.weight()).isLessThan(MissCost.weight(BLOCK));
  }

  @Test
  void weightGrowsWithTheFreedShare() {
    int little = costs(1_000_000, 100_000, BLOCK / 8).weight();
    int much = costs(1_000_000, 100_000, BLOCK * 3 / 4).weight();
    assertThat(much).isGreaterThan(3 * little);
  }

  @Test
  void firstBlocksAreIgnored() {
    PackCosts costs = new PackCosts(START);
    int before = costs.weight();
    for (int i = 0; i < 10; i++) {
      costs.notePacked(1_000_000_000, BLOCK, BLOCK / 2);
      costs.noteUnpacked(1_000_000_000, BLOCK);
    }
    assertThat(costs.weight()).isEqualTo(before);
  }

  /** A thread that lost its processor while it packed says nothing about the cost. */
  @Test
  void interruptedMeasurementsHardlyChangeTheWeight() {
    PackCosts costs = costs(1_000_000, 100_000, BLOCK / 2);
    int before = costs.weight();
    for (int i = 0; i < 3; i++) {
      costs.notePacked(100_000_000, BLOCK, BLOCK / 2);
      costs.noteUnpacked(100_000_000, BLOCK);
    }
    assertThat(costs.weight()).isGreaterThan(before * 2 / 3);
  }

  @Test
  void timesFollowAChange() {
    PackCosts costs = costs(1_000_000, 100_000, BLOCK / 2);
    for (int i = 0; i < MANY; i++) {
      costs.notePacked(1_000_000, BLOCK, BLOCK / 2);
      costs.noteUnpacked(200_000, BLOCK);
    }
    assertThat(costs.packNanosPerByte() * BLOCK).isBetween(900_000d, 1_100_000d);
    assertThat(costs.unpackNanosPerByte() * BLOCK).isBetween(180_000d, 220_000d);
  }

  @Test
  void blocksPackedToMeasureTheCostTakeAThousandthOfTheTime() {
    PackCosts costs = costs(1_000_000, 100_000, BLOCK / 2);
    assertThat(costs.isProbeDue(START)).isTrue();
    costs.willPack(START, BLOCK);
    assertThat(costs.isProbeDue(START + TimeUnit.MILLISECONDS.toNanos(80))).isFalse();
    assertThat(costs.isProbeDue(START + TimeUnit.MILLISECONDS.toNanos(120))).isTrue();
  }

  @Test
  void weightStaysInRange() {
    assertThat(costs(Long.MAX_VALUE / 2, 1, BLOCK).weight()).isEqualTo(MissCost.MAX_WEIGHT);
    assertThat(costs(1, Long.MAX_VALUE / 2, 1).weight()).isEqualTo(1);
  }
}
