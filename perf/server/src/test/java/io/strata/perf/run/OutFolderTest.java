package io.strata.perf.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.perf.data.RunFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutFolderTest {
  @TempDir private Path folder;

  @Test
  void takesANewFolderAndOneOfTheSameComparison() throws IOException {
    Path out = folder.resolve("new");
    assertThat(OutFolder.open(out, facts("monday", 3)).facts()).contains(facts("monday", 3));
    // It goes on with the facts of its beginning.
    assertThat(OutFolder.open(out, facts("tuesday", 3)).facts()).contains(facts("monday", 3));
  }

  @Test
  void refusesAnotherComparison() throws IOException {
    OutFolder.open(folder, facts("monday", 3));
    assertThatThrownBy(() -> OutFolder.open(folder, facts("tuesday", 4)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("begun by \"./strata compare\" on monday")
        .hasMessageEndingWith("choose another folder with --out.");
    assertThat(OutFolder.open(folder, facts("monday", 3)).facts()).contains(facts("monday", 3));
  }

  @Test
  void refusesFilesOfSomebodyElse() throws IOException {
    Files.writeString(folder.resolve("thesis.tex"), "");
    assertThatThrownBy(() -> OutFolder.open(folder, facts("monday", 3)))
        .hasMessageEndingWith("choose another folder with --out.");
    assertThat(folder.resolve("run.json")).doesNotExist();
  }

  @Test
  void refusesWhatCannotBeAFolder() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThatThrownBy(() -> OutFolder.open(file, facts("monday", 3)))
        .isInstanceOf(IOException.class)
        .hasMessage(file + " is no folder and cannot be made one: choose another with --out.");
  }

  private static RunFacts facts(String begin, int rounds) {
    return new RunFacts(
        "./strata compare", begin, rounds, Map.of(), Map.of(), List.of(), List.of(), List.of());
  }
}
