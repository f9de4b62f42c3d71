package io.strata.perf.flash;

import io.strata.flash.device.DeviceFile;
import io.strata.perf.common.BenchException;
import io.strata.perf.common.PageCache;
import io.strata.perf.common.Preflight;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks and describes the disk to be measured. Stateless. */
final class Disk {
  private static final String PROBE = "strata-flash-probe";

  private Disk() {}

  /**
   * Checks the folder of the engines' files.
   *
   * @param bytes the required disk space
   * @return a short description of the disk
   */
  static String of(Path folder, long bytes) throws BenchException, IOException {
    Preflight.requireWritable(folder, "name another on the disk to be measured");
    Preflight.requireDisk(
        "This",
        folder,
        bytes,
        "free some, name a folder of another disk, or measure less with --small");
    return Files.getFileStore(folder).type() + ", " + access(folder);
  }

  private static String access(Path folder) throws IOException, BenchException {
    Path probe = folder.resolve(PROBE);
    try (DeviceFile file = DeviceFile.open(probe, DeviceFile.ALIGNMENT)) {
      dropPages(probe);
      return file.isDirect()
          ? "Strata past the page cache (O_DIRECT)"
          : "Strata through the page cache (O_DIRECT is not supported)";
    } finally {
      Files.deleteIfExists(probe);
      Files.deleteIfExists(folder.resolve(PROBE + ".lock"));
    }
  }

  private static void dropPages(Path probe) throws BenchException {
    try {
      PageCache.drop(probe);
    } catch (IOException e) {
      throw new BenchException(
          "Cannot drop a file from the page cache with dd. Install GNU coreutils 8.11 or later.",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("Interrupted.", e);
    }
  }
}
