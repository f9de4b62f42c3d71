package io.strata.perf.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FileLayoutTest {
  @Test
  void offsetsAscendAndMapBackToBlocks() {
    long before = -1;
    for (int block = 0; block < 100_000; block++) {
      long offset = FileLayout.offset(block);
      assertThat(offset).isGreaterThan(before);
      assertThat(FileLayout.numberOf(offset)).isEqualTo(block);
      before = offset;
    }
  }
}
