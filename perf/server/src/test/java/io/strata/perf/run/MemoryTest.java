package io.strata.perf.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryTest {
  @ParameterizedTest
  @CsvSource({
    "511, 512, --heap is 511 MB: give it at least 512 MB.",
    "2048, 63, --cache is 63 MB: give it at least 64 MB.",
    "2048, 8192, give --heap at least 3511 MB.",
  })
  void refusesWhatNoServerStartsWith(int heap, int cache, String mend) {
    assertThatThrownBy(() -> new Memory(heap, cache))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(mend);
  }

  @Test
  void takesWhatItsOwnMendSays() {
    Memory least = new Memory(3_511, 8_192);
    assertThat(least.cacheShareOfHeap() + least.memstoreShareOfHeap()).isLessThanOrEqualTo(0.8);
    assertThat(least.memstoreShareOfHeap()).isGreaterThanOrEqualTo(0.1);
  }
}
