package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreflightTest {
  @TempDir Path folder;

  @Test
  void says_how_much_is_missing_and_what_to_do() {
    assertThatThrownBy(
            () ->
                Preflight.enough(
                    "disk space in /x", 5_000_000_000L, 4_999_999_999L, "use a smaller --scale"))
        .isInstanceOf(CompareException.class)
        .hasMessage(
            "This scale takes 5.0 GB of disk space in /x and there are 5.0 GB: use a smaller"
                + " --scale.");
    assertThatCode(() -> Preflight.enough("memory", 5, 5, "")).doesNotThrowAnyException();
  }

  @Test
  void refuses_what_is_no_folder() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThatThrownBy(() -> Preflight.check(new Scale(Scale.SMALLEST), file))
        .isInstanceOf(CompareException.class)
        .hasMessage(file + " is no folder that can be written to: choose another with --dir.");
  }
}
