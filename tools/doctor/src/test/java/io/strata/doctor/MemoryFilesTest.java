package io.strata.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.doctor.text.Bytes;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.memory.KeptMemory;
import io.strata.readpath.testing.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the doctor's report about memory that outlives the process. */
class MemoryFilesTest {
  private static final int DISK_MB = 96;
  private static final long BUCKET = BucketLayout.BUCKET_BYTES;

  @TempDir private Path folder = Path.of("");

  private Run doctor(Path file, int megabytes, String... options) throws IOException {
    Files.writeString(
        folder.resolve("hbase-site.xml"),
        "<configuration>"
            + property("hbase.regionserver.impl", "io.strata.readpath.StrataRegionServer")
            + property("hbase.bucketcache.ioengine", "offheap")
            + property("hbase.bucketcache.size", Integer.toString(megabytes))
            + property("strata.offheap.path", file.toString())
            + "</configuration>");
    Files.writeString(
        folder.resolve("hbase-env.sh"), "export HBASE_REGIONSERVER_OPTS='-Xmx2g -Xss1m'");
    List<String> arguments = new ArrayList<>(List.of("doctor", "--conf=" + folder));
    arguments.addAll(List.of(options));
    return Run.strata(arguments.toArray(String[]::new));
  }

  private static String property(String name, String value) {
    return "<property><name>%s</name><value>%s</value></property>".formatted(name, value);
  }

  @Test
  void reportsFreeSpaceAndAllocatedBytes() throws IOException {
    try (SmallDisk memory = SmallDisk.mountInMemory(folder.resolve("mount"), DISK_MB)) {
      Path file = memory.folder().resolve("kept");
      try (KeptMemory kept = KeptMemory.open(List.of(file), CapacityPlan.of(64L << 20), 1)) {
        kept.allocate(8);
      }
      long taken = KeptMemory.takenBytes(file);
      assertThat(taken).isGreaterThan(8 * BUCKET);
      long free = Files.getFileStore(file).getUsableSpace();
      assertThat(free).isLessThanOrEqualTo((DISK_MB << 20) - 8 * BUCKET);

      Run run = doctor(file, DISK_MB, "--memory=16g");

      assertThat(run.status()).as(run.out() + run.err()).isZero();
      assertThat(run.words())
          .contains(
              "Files in memory, included above MB",
              "%s, on tmpfs %d allocated already %d free in the file system %d"
                  .formatted(file, DISK_MB, Bytes.megabytes(taken), Bytes.megabytes(free)),
              "A container's limit includes them, like direct memory.")
          .contains("Direct memory, included above MB off-heap tier 0");
    }
  }

  @Test
  void missingSpaceIsAnError() throws IOException {
    try (SmallDisk memory = SmallDisk.mountInMemory(folder.resolve("mount"), DISK_MB)) {
      Run run = doctor(memory.folder().resolve("kept"), DISK_MB + 4, "--memory=16g");

      assertThat(run.status()).isEqualTo(1);
      assertThat(run.words())
          .contains("hbase.bucketcache.size=100: ", " lacks 4 MB of free space. Lower it");
    }
  }

  @Test
  void containerTooSmallForTheFilesIsAnError() throws IOException {
    Run run = doctor(Path.of("/dev/shm/strata-no-such-file"), 1024, "--container", "--memory=3g");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.words()).contains("the process needs", ", the container has 3,072 MB");
  }

  @Test
  void fileOnDiskIsAnErrorUnlessItIsOfAnotherMachine() throws IOException {
    Path file = folder.resolve("kept");

    Run here = doctor(file, 64, "--memory=16g");
    Run elsewhere = doctor(file, 64, "--memory=16g", "--other-machine");

    assertThat(here.status()).isEqualTo(1);
    assertThat(here.words()).contains("strata.offheap.path=", ", not in memory, and could");
    assertThat(elsewhere.status()).as(elsewhere.out()).isZero();
    assertThat(elsewhere.words()).doesNotContain("Files in memory");
    assertThat(file).doesNotExist();
  }
}
