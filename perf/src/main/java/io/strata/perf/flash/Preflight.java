package io.strata.perf.flash;

import io.strata.flash.device.DeviceFile;
import io.strata.perf.common.BenchException;
import io.strata.perf.common.PageCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Looks, before anything is measured, whether it can be. Stateless. */
final class Preflight {
  private static final String PROBE = "strata-flash-probe";
  private static final long MB = 1L << 20;

  private Preflight() {}

  /**
   * Looks at the folder of the engines' files.
   *
   * @param bytes of disk that are needed
   * @return what is to be known of it, in a few words
   */
  static String folder(Path folder, long bytes) throws BenchException {
    if (!Files.isDirectory(folder)) {
      throw new BenchException(
          folder + " is no folder: make it, or name another on the disk to be measured.");
    }
    try {
      long free = Files.getFileStore(folder).getUsableSpace();
      requireSpace(folder, bytes, free);
      return Files.getFileStore(folder).type() + ", " + access(folder);
    } catch (IOException e) {
      throw new BenchException(
          "%s cannot be used (%s): name a folder in which you may write."
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  /** Refuses a disk with too little room. */
  static void requireSpace(Path folder, long needed, long free) throws BenchException {
    if (free < needed) {
      throw new BenchException(
          "The files take %d MB and %s has %d MB left: free some, name a folder of another disk, or measure less with --small."
              .formatted(needed / MB, folder, free / MB));
    }
  }

  /** Refuses a machine with too little memory, in MB. */
  static void requireMemory(long heap, long direct, long free) throws BenchException {
    if (free < heap + direct) {
      throw new BenchException(
          "The process takes %d MB of heap and %d MB of direct memory, and the machine has %d MB left: free some, or measure less with --small."
              .formatted(heap, direct, free));
    }
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
