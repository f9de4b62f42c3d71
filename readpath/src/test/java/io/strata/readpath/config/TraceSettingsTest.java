package io.strata.readpath.config;

import static io.strata.readpath.config.Confs.MB;
import static io.strata.readpath.config.Confs.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceSettingsTest {
  @TempDir Path folder;

  @Test
  void doesNotRecordByDefault() {
    assertThat(read().trace().folder()).isEmpty();
    assertThat(read("strata.trace.dir", folder.toString()).trace().folder()).isEmpty();
  }

  @Test
  void readsKeys() {
    TraceSettings trace =
        read(
                "strata.trace.enabled", "true",
                "strata.trace.dir", folder.toString(),
                "strata.trace.max.bytes", "40m",
                "strata.trace.files", "4",
                "strata.trace.hash.names", "true")
            .trace();
    assertThat(trace).isEqualTo(new TraceSettings(trace.folder(), 10 * MB, 4, true));
    assertThat(trace.folder()).contains(folder);
  }

  @Test
  void requiresFolder() {
    assertThatThrownBy(() -> read("strata.trace.enabled", "true"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "strata.trace.dir: not set, and strata.trace.enabled=true needs a directory. Set it to"
                + " a directory on a local disk.");
  }

  @Test
  void rejectsUnusableFolder() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    rejects(file, file + " is not a directory. Name a directory.");
    Path below = file.resolve("traces");
    rejects(below, file + " is not a directory. Create it.");
    assertThat(folder).as("reading has no side effect").isDirectoryContaining(file::equals);
    assertThat(read("strata.trace.enabled", "true", "strata.trace.dir", folder + "/new").trace())
        .isNotNull();
    assertThat(folder.resolve("new")).doesNotExist();
  }

  private static void rejects(Path path, String problem) {
    assertThatThrownBy(
            () -> read("strata.trace.enabled", "true", "strata.trace.dir", path.toString()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("strata.trace.dir=%s: %s", path, problem);
  }

  @Test
  void rejectsSmallFilesEvenWhenDisabled() {
    assertThatThrownBy(() -> read("strata.trace.max.bytes", "7m"))
        .hasMessage(
            "strata.trace.max.bytes=7m: less than 1 MB for each of 8 files. Raise it, or lower"
                + " strata.trace.files.");
  }

  @Test
  void rejectsMoreThanFreeSpace() {
    assertThatThrownBy(
            () ->
                read(
                    "strata.trace.enabled", "true",
                    "strata.trace.dir", folder.toString(),
                    "strata.trace.files", "10000",
                    "strata.trace.max.bytes", "1000t"))
        .hasMessageStartingWith("strata.trace.max.bytes=1000t: ")
        .hasMessageContaining(" lacks ")
        .hasMessageEndingWith(" MB of free space. Lower it or free that much.");
  }

  @Test
  void rejectsUnknownKeyAndNamesNearest() {
    assertThatThrownBy(() -> read("strata.trace.path", "/tmp"))
        .hasMessageContaining("set strata.trace.dir if you meant that");
  }
}
