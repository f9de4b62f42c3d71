package io.strata.flash.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FileNumbersTest {
  @Test
  void aFileThatComesBackHasAnotherNumber() {
    FileNumbers files = new FileNumbers();
    assertThat(files.find("a")).isEqualTo(FileNumbers.NONE);
    int first = files.enter("a");
    assertThat(files.enter("a")).isEqualTo(first).isNotEqualTo(FileNumbers.NONE);
    assertThat(files.enter("b")).isNotEqualTo(first);
    assertThat(files.forget("a")).isTrue();
    assertThat(files.forget("a")).isFalse();
    assertThat(files.find("a")).isEqualTo(FileNumbers.NONE);
    assertThat(files.enter("a")).isNotEqualTo(first);
    assertThat(files.count()).isEqualTo(2);
  }
}
