package io.strata.flash.restart;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.device.DeviceFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotBudgetTest {
  private static final int O_DIRECT = 0x4000;

  @TempDir private Path folder = Path.of("");

  @Test
  void snapshotsStayWithinTheirShareOfTheData() {
    Random random = new Random(1);
    for (int round = 0; round < 100; round++) {
      SnapshotBudget budget = new SnapshotBudget(4, 0);
      int largest = 1 + random.nextInt(10_000_000);
      long data = 0;
      long snapshots = 0;
      int count = 0;
      for (int region = 0; region < 100_000; region++) {
        data += 1 << 16;
        if (budget.regionWritten(1 << 16)) {
          long bytes = largest / 2 + (long) (random.nextDouble() * largest / 2);
          budget.spent(bytes);
          snapshots += bytes;
          count++;
        }
      }
      assertThat(count).isGreaterThan(1);
      assertThat((snapshots - largest) * SnapshotBudget.DATA_PER_SNAPSHOT_BYTE).isLessThan(data);
    }
  }

  @Test
  void snapshotIsDueAfterMinRegions() {
    SnapshotBudget budget = new SnapshotBudget(3, 0);
    List<Boolean> due = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      due.add(budget.regionWritten(1 << 20));
      if (budget.isDue()) {
        budget.spent(10);
      }
    }
    assertThat(due).containsExactly(false, false, true, false, false, true, false, false, true);
    assertThat(new SnapshotBudget(1, 1 << 20).regionWritten(1 << 20)).isFalse();
  }

  /** A file system that supports O_DIRECT for regions supports it for snapshots. */
  @Test
  void snapshotUsesDirectIoWhereTheDeviceDoes() throws Exception {
    Path path = folder.resolve("device");
    byte[] contents = new byte[(3 << 20) + 8];
    new Random(2).nextBytes(contents);
    List<Integer> written = new ArrayList<>();
    try (DeviceFile device = DeviceFile.open(path, DeviceFile.ALIGNMENT);
        SnapshotFile file = SnapshotFile.create(path, written::add)) {
      assertThat(isDirect("device.index.new")).isEqualTo(device.isDirect());
      file.write(ByteBuffer.wrap(contents));
      file.commit();
    }
    assertThat(Files.readAllBytes(SnapshotFile.of(path))).isEqualTo(contents);
    assertThat(written.stream().mapToInt(each -> each).sum())
        .isEqualTo(DeviceFile.roundUp(contents.length));
  }

  /** Checks the flags with which this process has the file open. */
  private static boolean isDirect(String name) throws IOException {
    try (var all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path each : all) {
        if (Files.isSymbolicLink(each)
            && Files.readSymbolicLink(each).toString().endsWith("/" + name)) {
          for (String line :
              Files.readAllLines(Path.of("/proc/self/fdinfo", each.getFileName().toString()))) {
            if (line.startsWith("flags:")) {
              return (Integer.parseInt(line.substring(6).strip(), 8) & O_DIRECT) != 0;
            }
          }
        }
      }
    }
    throw new AssertionError("This process has no file " + name + " open.");
  }
}
