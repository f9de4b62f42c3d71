package io.strata.l2.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.security.auth.module.UnixSystem;
import io.strata.l2.layout.CapacityPlan;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that other users can read, write, replace or have created are rejected and not changed. */
class PrivateFileTest {
  private static final CapacityPlan CAPACITY = CapacityPlan.of(64L << 20);
  private static final int OTHER_USER = 54_321;

  @TempDir Path parent;
  private Path folder;
  private Path file;

  @BeforeEach
  void makeFolder() throws IOException {
    assumeThat(FileSystems.getDefault().supportedFileAttributeViews()).contains("unix");
    folder = Files.createDirectory(parent.resolve("folder"));
    file = folder.resolve("memory");
  }

  private void open() throws IOException {
    KeptMemory.open(List.of(file), CAPACITY, 1).close();
  }

  private void rejects(String... words) throws IOException {
    boolean was = Files.exists(file);
    assertThatThrownBy(this::open).isInstanceOf(IOException.class).hasMessageContainingAll(words);
    assertThat(Files.exists(file)).as("the file exists").isEqualTo(was);
    assertThat(KeptMemory.fault(file)).isPresent();
  }

  private static void setMode(Path path, int mode) throws IOException {
    Files.setAttribute(path, "unix:mode", mode);
  }

  private static void giveAway(Path path) throws IOException {
    assumeThat(new UnixSystem().getUid()).as("only root can give files away").isZero();
    Files.setAttribute(path, "unix:uid", OTHER_USER);
  }

  @Test
  void fileIsCreatedForItsOwnerOnly() throws IOException {
    open();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(KeptMemory.fault(file)).isEmpty();
    open();
  }

  @Test
  void fileAccessibleToOthersIsRejected() throws IOException {
    for (int mode : new int[] {0660, 0640, 0604, 0602}) {
      Files.deleteIfExists(file);
      open();
      setMode(file, mode);
      rejects(file.toString(), Integer.toOctalString(mode), "remove it");
    }
  }

  @Test
  void emptyFileReadableByOthersIsRejected() throws IOException {
    Files.createFile(file);
    setMode(file, 0644);
    rejects("mode 644");
    assertThat(file).isEmptyFile();
    setMode(file, 0600);
    open();
  }

  @Test
  void fileOfAnotherUserIsRejectedButCanBeExamined() throws IOException {
    open();
    giveAway(file);
    rejects("belongs to user " + OTHER_USER, "remove it");
    // An administrator may examine it, and return its memory.
    assertThat(KeptMemory.examine(file).file()).isEqualTo(file);
    KeptMemory.delete(file);
    assertThat(file).doesNotExist();
  }

  @Test
  void symbolicLinkIsRejected() throws IOException {
    Path target = parent.resolve("target");
    Files.createSymbolicLink(file, target);
    rejects("is a symbolic link");
    assertThat(target).doesNotExist();
    KeptMemory.open(List.of(target), CAPACITY, 1).close();
    rejects("is a symbolic link");
    assertThatThrownBy(() -> KeptMemory.delete(file)).isInstanceOf(IOException.class);
    assertThat(target).exists();
  }

  @Test
  void otherFileTypesAreRejected() throws IOException {
    Files.createDirectory(file);
    rejects("is not a regular file");
  }

  @Test
  void folderWritableByAllIsRejected() throws IOException {
    setMode(folder, 0777);
    rejects(folder + " (mode 777)", "chmod +t");
    setMode(folder, 01777);
    open();
  }

  @Test
  void folderOfAnotherUserIsRejected() throws IOException {
    giveAway(folder);
    rejects(folder + " belongs to user " + OTHER_USER);
    setMode(folder, 01777);
    rejects(folder + " belongs to user " + OTHER_USER);
  }

  @Test
  void missingFolderIsCreated() throws IOException {
    file = folder.resolve("new").resolve("memory");
    assertThat(KeptMemory.fault(file)).isEmpty();
    open();
    assertThat(KeptMemory.fault(file)).isEmpty();
  }

  @Test
  void stickySharedFolderIsAccepted() throws IOException {
    Path shared = Path.of("/dev/shm");
    assumeThat(shared).isDirectory();
    assertThat(KeptMemory.fault(shared.resolve("strata-no-such-file"))).isEmpty();
  }
}
