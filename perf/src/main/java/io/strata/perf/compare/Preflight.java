package io.strata.perf.compare;

import io.strata.perf.common.Machine;
import io.strata.perf.run.Comparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Looks before anything is started whether the machine has what the run takes. */
final class Preflight {
  private Preflight() {}

  /**
   * Checks memory and disk space.
   *
   * @param folder in which the data are to lie
   * @throws CompareException if something is missing
   */
  static void check(Comparison comparison, Path folder) throws CompareException {
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new CompareException(
          folder + " is no folder that can be written to: choose another with --dir.");
    }
    enough(
        "memory",
        comparison.memoryBytes(),
        Machine.availableMemoryBytes(),
        "give less with --cache or --heap");
    enough(
        "disk space in " + folder,
        comparison.diskBytes(),
        usableSpace(folder),
        "give less with --cache, or another folder with --dir");
  }

  static void enough(String what, long needed, long there, String mend) throws CompareException {
    if (there < needed) {
      throw new CompareException(
          String.format(
              Locale.ROOT,
              "This comparison takes %s of %s and there are %s: %s.",
              gigabytes(needed),
              what,
              gigabytes(there),
              mend));
    }
  }

  private static long usableSpace(Path folder) throws CompareException {
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      throw new CompareException(
          "The free space of " + folder + " cannot be read: choose another folder with --dir.", e);
    }
  }

  static String gigabytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
  }
}
