package io.strata.perf.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks whether reads reach the disk, by the kernel's I/O counters of this process. */
class OsCacheTest {
  private static final Path IO = Path.of("/proc/self/io");
  private static final int BYTES = 8 << 20;

  @TempDir private Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void writeSomething() throws IOException {
    assumeThat(Files.isReadable(IO)).as("Linux").isTrue();
    file = Files.createDirectories(folder.resolve("deep")).resolve("file");
    try (FileOutputStream out = new FileOutputStream(file.toFile())) {
      out.write(new byte[BYTES]);
      // Dirty pages are not dropped.
      out.getFD().sync();
    }
    // tmpfs has no disk.
    assumeThat(Files.getFileStore(file).type()).isNotIn("tmpfs", "ramfs");
  }

  @Test
  void withheldFilesAreReadFromDisk() throws Exception {
    assertThat(diskBytesOfReading()).isLessThan(BYTES);
    OsCache cache = OsCache.withholding(folder);
    try (cache) {
      assertThat(diskBytesOfReading()).isGreaterThanOrEqualTo(BYTES);
    }
  }

  @Test
  void heldFilesAreReadFromMemory() throws Exception {
    OsCache.withholding(folder).close();
    OsCache cache = OsCache.holding(folder);
    try (cache) {
      assertThat(diskBytesOfReading()).isLessThan(BYTES);
    }
  }

  private long diskBytesOfReading() throws IOException {
    long before = diskBytes();
    Files.readAllBytes(file);
    return diskBytes() - before;
  }

  private static long diskBytes() throws IOException {
    return Files.readAllLines(IO).stream()
        .filter(line -> line.startsWith("read_bytes: "))
        .mapToLong(line -> Long.parseLong(line.substring("read_bytes: ".length())))
        .findFirst()
        .orElseThrow();
  }
}
