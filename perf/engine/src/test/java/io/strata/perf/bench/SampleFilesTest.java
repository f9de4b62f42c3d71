package io.strata.perf.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SampleFilesTest {
  @Test
  void keysFromNameAndFromPathAreEqual() {
    SampleFiles files = new SampleFiles(3, 10);

    assertThat(files.key(17)).isEqualTo(files.keyOfPath(17));
    assertThat(files.key(17).getHfileName()).isSameAs(files.name(1)).hasSize(32);
    assertThat(files.keyOfPath(17).getHfileName()).isNotSameAs(files.name(1));
  }
}
