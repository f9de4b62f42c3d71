package io.strata.perf.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryTest {
  @ParameterizedTest
  @CsvSource({
    "511, 512, --heap=511: is too small. Set it to at least 512.",
    "2048, 63, --cache=63: is too small. Set it to at least 64.",
    "2048, 8192, Set --heap to at least 3511.",
  })
  void memoryThatIsTooSmallIsRejected(int heap, int cache, String fix) {
    assertThatThrownBy(() -> new Memory(heap, cache))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(fix);
  }

  @Test
  void suggestedHeapIsValid() {
    Memory suggested = new Memory(3_511, 8_192);
    assertThat(suggested.cacheShareOfHeap() + suggested.memstoreShareOfHeap())
        .isLessThanOrEqualTo(0.8);
    assertThat(suggested.memstoreShareOfHeap()).isGreaterThanOrEqualTo(0.1);
  }
}
