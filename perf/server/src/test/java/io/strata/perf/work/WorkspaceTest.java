package io.strata.perf.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.perf.common.BenchException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceTest {
  @TempDir Path parent;

  @Test
  void folderIsDeletedWithItsContents() throws Exception {
    Path folder;
    try (Workspace workspace = Workspace.create(parent, false)) {
      folder = workspace.folder();
      Path inner = Files.createDirectories(folder.resolve("hbase/data"));
      Files.writeString(inner.resolve("file"), "text");
    }
    assertThat(folder).doesNotExist();
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void keptFolderStays() throws Exception {
    Path folder;
    try (Workspace workspace = Workspace.create(parent, true)) {
      folder = workspace.folder();
    }
    assertThat(folder).isDirectory();
  }

  @Test
  void childProcessesAreKilled() throws Exception {
    Process child;
    try (Workspace workspace = Workspace.create(parent, true)) {
      assertThat(workspace.folder()).isDirectory();
      child = new ProcessBuilder("sleep", "3600").start();
    }
    assertThat(child.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(child.exitValue()).isNotZero();
  }

  @Test
  void missingParentIsRejected() {
    assertThatThrownBy(() -> Workspace.create(parent.resolve("missing"), false))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("Choose another folder");
  }
}
