package io.strata.perf.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFolderTest {
  @TempDir Path folder;

  @Test
  void makesWhatIsMissing() throws BenchException {
    Path report = folder.resolve("a/b");

    ReportFolder.make(report);

    assertThat(report).isDirectory();
  }

  @Test
  void refusesWhatCannotBeMadeBeforeAnythingIsMeasured() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThatThrownBy(() -> ReportFolder.make(file))
        .isInstanceOf(BenchException.class)
        .hasMessage(file + " cannot be made: give --output another folder.");
  }
}
