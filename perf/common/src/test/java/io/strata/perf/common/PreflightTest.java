package io.strata.perf.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreflightTest {
  @TempDir Path folder;

  @Test
  void messageStatesNeedAvailabilityAndFix() {
    assertThatThrownBy(
            () -> Preflight.enough("The row hit", "memory", 6_000_000_000L, 5_999_999_999L, "wait"))
        .isInstanceOf(BenchException.class)
        .hasMessage("The row hit needs 6.0 GB of memory, 6.0 GB are available: wait.");
    assertThatCode(() -> Preflight.enough("This", "memory", 5, 5, "")).doesNotThrowAnyException();
  }

  @Test
  void checksMemoryAndDiskOfThisMachine() throws Exception {
    Preflight.requireMemory("This", 1, "wait");
    Preflight.requireDisk("This", folder, 1, "wait");

    assertThatThrownBy(() -> Preflight.requireMemory("This", Long.MAX_VALUE, "wait"))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining(" GB of memory, ")
        .hasMessageEndingWith(" GB are available: wait.");
    assertThatThrownBy(() -> Preflight.requireDisk("This", folder, Long.MAX_VALUE, "wait"))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining(" GB of disk space in " + folder + ", ")
        .hasMessageEndingWith(" GB are available: wait.");
  }

  @Test
  void messageOnMappingsNamesTheSetting() {
    assumeThat(Machine.maxMappings()).isLessThan(Integer.MAX_VALUE);

    assertThatCode(() -> Preflight.requireMappings("This", 100)).doesNotThrowAnyException();
    assertThatThrownBy(() -> Preflight.requireMappings("This", Integer.MAX_VALUE))
        .isInstanceOf(BenchException.class)
        .hasMessageStartingWith("This needs 2,147,483,647 memory mappings, and the kernel allows ")
        .hasMessageEndingWith(": sysctl -w vm.max_map_count=2147483647.");
  }

  @Test
  void rejectsAMissingFolder() {
    Path missing = folder.resolve("missing");

    assertThatThrownBy(() -> Preflight.requireWritable(missing, "name another"))
        .isInstanceOf(BenchException.class)
        .hasMessage(missing + " does not exist: create it, or name another.");
  }

  @Test
  void rejectsAFileInPlaceOfAFolder() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThatThrownBy(() -> Preflight.requireWritable(file, "name another"))
        .isInstanceOf(BenchException.class)
        .hasMessage(file + " is not a folder: name another.");
    assertThatThrownBy(() -> Preflight.makeReportFolder(file))
        .isInstanceOf(BenchException.class)
        .hasMessage("--output=" + file + ": cannot be created. Choose another folder.");
  }

  @Test
  void createsAMissingReportFolder() throws BenchException {
    Path report = folder.resolve("a/b");

    Preflight.makeReportFolder(report);

    assertThat(report).isDirectory();
  }
}
