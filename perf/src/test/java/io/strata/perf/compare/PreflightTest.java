package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.perf.common.BenchException;
import io.strata.perf.run.Comparison;
import io.strata.perf.run.Configuration;
import io.strata.perf.run.Memory;
import io.strata.perf.run.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreflightTest {
  @TempDir Path folder;

  @Test
  void saysHowMuchIsMissingAndWhatToDo() {
    assertThatThrownBy(
            () ->
                Preflight.enough(
                    "disk space in /x", 5_000_000_000L, 4_999_999_999L, "give less with --cache"))
        .isInstanceOf(BenchException.class)
        .hasMessage(
            "This takes 5.0 GB of disk space in /x and there are 5.0 GB: give less with"
                + " --cache.");
    assertThatCode(() -> Preflight.enough("memory", 5, 5, "")).doesNotThrowAnyException();
  }

  @Test
  void refusesWhatIsNoFolder() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThatThrownBy(() -> Preflight.check(comparison(), file))
        .isInstanceOf(BenchException.class)
        .hasMessage(file + " is no folder that can be written to: choose another with --dir.");
  }

  private static Comparison comparison() {
    Options options =
        new Options(
            List.of("pe"),
            List.of(Configuration.STRATA_OFFHEAP),
            1,
            new Memory(512, 64),
            List.of(1),
            Duration.ofMinutes(10),
            true);
    return Comparison.of(options, "./strata compare", "of a test");
  }
}
