package io.strata.perf.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SampleFilesTest {
  @Test
  void offsetsGrowAndTellTheBlock() {
    long before = -1;
    for (int block = 0; block < 100_000; block++) {
      long offset = SampleFiles.offset(block);
      assertThat(offset).isGreaterThan(before);
      assertThat(SampleFiles.numberOf(offset)).isEqualTo(block);
      before = offset;
    }
  }

  @Test
  void keysOfBothKindsAreEqual() {
    SampleFiles files = new SampleFiles(3, 10);

    assertThat(files.key(17)).isEqualTo(files.keyOfPath(17));
    assertThat(files.key(17).getHfileName()).isSameAs(files.name(1)).hasSize(32);
    assertThat(files.keyOfPath(17).getHfileName()).isNotSameAs(files.name(1));
  }
}
