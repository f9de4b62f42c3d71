package io.strata.replay.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TraceTest {
  private static IntStream lengths(Trace trace) {
    return IntStream.range(0, trace.blocks()).map(trace::lengthOf);
  }

  @Test
  void sumsLengths() {
    Trace trace = Trace.ofLengths("t", new int[] {10, 99, 30}, 2, 0, 2);
    assertThat(trace.hasLengths()).isTrue();
    assertThat(lengths(trace)).containsExactly(30, 10);
    assertThat(trace.bytes()).isEqualTo(40);
    assertThat(trace.accessedBytes()).isEqualTo(70);
    assertThat(trace.unknownLengths()).isZero();
    assertThat(Trace.of("t", 1, 2).hasLengths()).isFalse();
  }

  @Test
  void unknownLengthIsReplacedByTheMean() {
    Trace trace = Trace.ofLengths("t", new int[] {10, 0, 31, 0}, 0, 1, 2, 3, 1);
    assertThat(trace.unknownLengths()).isEqualTo(2);

    Trace all = trace.withAllLengths();

    assertThat(lengths(all)).containsExactly(10, 20, 31, 20);
    assertThat(all.unknownLengths()).isZero();
    assertThat(all.accessedBytes()).isEqualTo(10 + 20 + 31 + 20 + 20);
    assertThat(IntStream.range(0, all.length()).map(all::at)).containsExactly(0, 1, 2, 3, 1);
  }

  @Test
  void withoutAnyLengthThereIsNoMean() {
    Trace trace = Trace.ofLengths("t", new int[] {0, 0}, 0, 1);
    assertThat(trace.hasLengths()).isFalse();
    assertThatThrownBy(trace::withAllLengths).hasMessage("t has no block of known length.");
  }
}
