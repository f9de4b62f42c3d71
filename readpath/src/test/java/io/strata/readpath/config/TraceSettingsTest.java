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
  void nothingIsRecordedUnlessAskedFor() {
    assertThat(read().trace().folder()).isEmpty();
    assertThat(read("strata.trace.dir", folder.toString()).trace().folder()).isEmpty();
  }

  @Test
  void theKeysAreRead() {
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
  void aFolderIsRequired() {
    assertThatThrownBy(() -> read("strata.trace.enabled", "true"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "strata.trace.dir is not set, but strata.trace.enabled is true: set it to a folder on a"
                + " local disk.");
  }

  @Test
  void aFolderThatCannotBeIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    rejects(file, "where " + file + " is no directory: name a folder.");
    Path below = file.resolve("traces");
    rejects(below, "where " + file + " is no directory: create it.");
    assertThat(folder).as("nothing is made by reading").isDirectoryContaining(file::equals);
    assertThat(read("strata.trace.enabled", "true", "strata.trace.dir", folder + "/new").trace())
        .isNotNull();
    assertThat(folder.resolve("new")).doesNotExist();
  }

  private static void rejects(Path path, String fault) {
    assertThatThrownBy(
            () -> read("strata.trace.enabled", "true", "strata.trace.dir", path.toString()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("strata.trace.dir is \"%s\", %s", path, fault);
  }

  @Test
  void filesThatAreTooSmallAreRefusedEvenWhenOff() {
    assertThatThrownBy(() -> read("strata.trace.max.bytes", "7m"))
        .hasMessage(
            "strata.trace.max.bytes is \"7m\", which is less than 1 MB for each of 8 files: raise"
                + " it, or lower strata.trace.files.");
  }

  @Test
  void moreThanTheDeviceHasIsRefused() {
    assertThatThrownBy(
            () ->
                read(
                    "strata.trace.enabled", "true",
                    "strata.trace.dir", folder.toString(),
                    "strata.trace.files", "10000",
                    "strata.trace.max.bytes", "1000t"))
        .hasMessageStartingWith("strata.trace.max.bytes is \"1000t\", for which ")
        .hasMessageContaining(" lacks ")
        .hasMessageEndingWith(" MB: lower it or free that much.");
  }

  @Test
  void anUnknownKeyIsRefusedWithTheNearest() {
    assertThatThrownBy(() -> read("strata.trace.path", "/tmp"))
        .hasMessageContaining("set strata.trace.dir if you meant that");
  }
}
