package io.strata.perf.flash;

import io.strata.flash.device.DeviceFile;
import io.strata.perf.common.BenchException;
import io.strata.perf.common.PageCache;
import io.strata.perf.common.Preflight;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a disk offers to the engines of the flash tier. Stateless. */
final class Disk {
  private static final String PROBE = "strata-flash-probe";

  private Disk() {}

  /**
   * Looks at the folder of the engines' files.
   *
   * @param bytes of disk that are needed
   * @return what is to be known of it, in a few words
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
          : "Strata through the page cache, which cannot be passed by there";
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
          "The page cache cannot be emptied of a file by dd: install GNU coreutils 8.11 or later.",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("Interrupted.", e);
    }
  }
}
