package io.strata.readpath.config;

import static io.strata.readpath.config.Confs.AMPLE;
import static io.strata.readpath.config.Confs.MB;
import static io.strata.readpath.config.Confs.read;
import static io.strata.readpath.config.Confs.site;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.security.auth.module.UnixSystem;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.memory.KeptMemory;
import io.strata.readpath.testing.InSharedMemory;
import io.strata.readpath.testing.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of memory that outlives the process are checked before any of them is created. */
class MemoryFileTest {
  private static final String KEY = "strata.offheap.path";
  private static final String SIZE = "hbase.bucketcache.size";

  @TempDir(factory = InSharedMemory.class)
  Path folder;

  @TempDir Path disk;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("memory");
  }

  private static void accepts(String paths, int megabytes) {
    CacheSettings settings = read(KEY, paths, SIZE, Integer.toString(megabytes));
    assertThat(settings.engine().kind()).isEqualTo(Engine.Kind.KEPT);
    assertThat(settings.notes()).isEmpty();
  }

  private void rejects(String problem, String fix) {
    assertThatThrownBy(() -> read(KEY, file.toString(), SIZE, "64"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("%s=%s: %s. %s.", KEY, file, problem, fix);
  }

  /** Creates a file with this many buckets. */
  private static void keep(Path path, int buckets) throws IOException {
    try (KeptMemory memory = KeptMemory.open(List.of(path), CapacityPlan.of(64 * MB), 1)) {
      memory.allocate(buckets);
    }
  }

  @Test
  void acceptsFileInSharedMemoryWithoutCreatingIt() {
    accepts("/dev/shm/strata-no-such-file", 64);
    accepts(file + "," + folder.resolve("other"), 64);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void rejectsFileOnDisk() throws IOException {
    file = disk.resolve("memory");
    String type = Files.getFileStore(disk).type();
    assumeThat(type).isNotEqualTo("tmpfs");

    rejects(
        "%s is on %s, not in memory, and could hold wrong blocks after a crash of the machine"
            .formatted(file, type),
        "Name a file on tmpfs, such as /dev/shm/strata, or on hugetlbfs");
    assertThat(Diagnosis.of(site(KEY, file.toString()), AMPLE, false).errors())
        .as("for another machine")
        .isEmpty();
  }

  @Test
  void rejectsFullFileSystem() throws IOException {
    try (SmallDisk memory = SmallDisk.mountInMemory(disk.resolve("memory"), 96)) {
      Path mount = memory.folder();
      String two = mount.resolve("one") + "," + mount.resolve("two");

      accepts(two, 96);
      for (String files : List.of(mount.resolve("one").toString(), two)) {
        assertThatThrownBy(() -> read(KEY, files, SIZE, "97"))
            .isInstanceOf(InvalidSettingException.class)
            .hasMessage(
                "%s=97: %s lacks 1 MB of free space. Lower it, free that much, or enlarge the file"
                    + " system (mount -o remount,size=…).",
                SIZE, Files.getFileStore(mount));
      }
    }
  }

  /** A file is longer than the memory that it takes: its length includes all that is mapped. */
  @Test
  void countsMemoryOfExistingFilesAsFree() throws IOException {
    try (SmallDisk memory = SmallDisk.mountInMemory(disk.resolve("memory"), 96)) {
      Path kept = memory.folder().resolve("kept");
      Path foreign = memory.folder().resolve("foreign");
      // An even number of buckets fills whole pages.
      keep(kept, (int) (64 * MB / BucketLayout.BUCKET_BYTES) & -2);

      accepts(kept.toString(), 96);
      Files.write(foreign, new byte[(int) (8 * MB)]);
      assertThatThrownBy(() -> read(KEY, kept.toString(), SIZE, "96"))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining(" lacks 8 MB of free space. ");
      accepts(kept.toString(), 88);
    }
  }

  @Test
  void rejectsFileThatOthersMayRead() throws IOException {
    keep(file, 1);
    Files.setAttribute(file, "unix:mode", 0644);
    rejects(
        "other users may read or write %s (mode 644)".formatted(file),
        "Remove it, as it may contain their data; the next start creates it with mode 600");
  }

  @Test
  void rejectsFileOfAnotherUser() throws IOException {
    assumeThat(new UnixSystem().getUid()).as("only root can give files away").isZero();
    keep(file, 1);
    Files.setAttribute(file, "unix:uid", 54_321);
    rejects(
        "%s belongs to user 54321, and the process runs as user 0".formatted(file),
        "Remove it, or start the server as that user");
  }

  @Test
  void rejectsSymbolicLink() throws IOException {
    Files.createSymbolicLink(file, folder.resolve("target"));
    rejects("%s is a symbolic link".formatted(file), "Name the file that is meant");
  }

  @Test
  void rejectsForeignFile() throws IOException {
    Files.writeString(file, "minutes of the meeting");
    rejects(
        "%s holds something else than the cache's memory".formatted(file),
        "Name another file, or remove it");
  }

  @Test
  void rejectsWorldWritableFolder() throws IOException {
    Files.setAttribute(folder, "unix:mode", 0777);
    rejects(
        "every user can replace files in %s (mode 777)".formatted(folder),
        "Run chmod +t %s, or name a file in another folder".formatted(folder));
    Files.setAttribute(folder, "unix:mode", 01777);
    accepts(file.toString(), 64);
  }

  @Test
  void rejectsMissingFolder() {
    file = folder.resolve("missing").resolve("memory");
    rejects(folder.resolve("missing") + " is not a directory", "Create it");
  }

  @Test
  void acceptsFileOfRunningCache() throws IOException {
    try (KeptMemory memory = KeptMemory.open(List.of(file), CapacityPlan.of(64 * MB), 1)) {
      memory.allocate(1);
      accepts(file.toString(), 64);
      assertThatThrownBy(() -> KeptMemory.examine(file))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("in use");
    }
  }
}
