package io.strata.replay.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SyntheticTracesTest {
  private static final int KB = 1 << 10;

  @ParameterizedTest
  @EnumSource
  void isDeterministicAndHasAllLengths(SyntheticTraces source) {
    Trace trace = source.read();
    Trace again = source.read();

    assertThat(SyntheticTraces.named(source.title())).contains(source);
    assertThat(trace.length()).isEqualTo(again.length());
    assertThat(IntStream.range(0, trace.length()).allMatch(i -> trace.at(i) == again.at(i)))
        .isTrue();
    assertThat(trace.unknownLengths()).isZero();
    assertThat(trace.bytes()).isEqualTo(again.bytes());
    assertThat(IntStream.range(0, trace.blocks()).map(trace::lengthOf))
        .allMatch(length -> length >= KB && length <= 200 * KB);
  }

  /**
   * By Zipf's law, the most frequent block is read 2 to the power of 0.8 times as often as the
   * next.
   */
  @ParameterizedTest
  @EnumSource
  void accessesAreZipfDistributed(SyntheticTraces source) {
    Trace trace = source.read();
    int[] counts = new int[trace.blocks()];
    IntStream.range(0, trace.length()).forEach(index -> counts[trace.at(index)]++);
    Arrays.sort(counts);

    int max = counts[counts.length - 1];
    assertThat((double) max / counts[counts.length - 2]).isCloseTo(1.74, within(0.1));
    assertThat((double) max / counts[counts.length - 100]).isCloseTo(39.8, within(4.0));
  }

  @Test
  void smallHotHasShortHotBlocks() {
    assertThat(meanRead(SyntheticTraces.MIXED_SIZES.read())).isBetween(80.0 * KB, 120.0 * KB);
    assertThat(meanRead(SyntheticTraces.SMALL_HOT.read())).isBetween(30.0 * KB, 60.0 * KB);
  }

  private static double meanRead(Trace trace) {
    return (double) trace.accessedBytes() / trace.length();
  }

  @Test
  void unknownNameIsNotFound() {
    assertThat(SyntheticTraces.named("none")).isEmpty();
  }
}
