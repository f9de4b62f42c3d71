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
  void newFolderAndFolderOfTheSameComparisonAreOpened() throws IOException {
    Path out = folder.resolve("new");
    assertThat(OutFolder.open(out, facts("monday", 3)).facts()).contains(facts("monday", 3));
    // A resumed run keeps the facts of its first start.
    assertThat(OutFolder.open(out, facts("tuesday", 3)).facts()).contains(facts("monday", 3));
  }

  @Test
  void folderOfAnotherComparisonIsRejected() throws IOException {
    OutFolder.open(folder, facts("monday", 3));
    assertThatThrownBy(() -> OutFolder.open(folder, facts("tuesday", 4)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("begun by \"./strata compare\" on monday")
        .hasMessageEndingWith("or choose another folder.");
    assertThat(OutFolder.open(folder, facts("monday", 3)).facts()).contains(facts("monday", 3));
  }

  @Test
  void folderWithOtherFilesIsRejected() throws IOException {
    Files.writeString(folder.resolve("thesis.tex"), "");
    assertThatThrownBy(() -> OutFolder.open(folder, facts("monday", 3)))
        .hasMessageEndingWith("Choose another folder.");
    assertThat(folder.resolve("run.json")).doesNotExist();
  }

  @Test
  void fileInPlaceOfTheFolderIsRejected() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThatThrownBy(() -> OutFolder.open(file, facts("monday", 3)))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "--out=" + file + ": is not a folder and cannot be created. Choose another one.");
  }

  private static RunFacts facts(String begin, int rounds) {
    return new RunFacts(
        "./strata compare", begin, rounds, Map.of(), Map.of(), List.of(), List.of(), List.of());
  }
}
