package io.strata.perf.compare;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.Machine;
import io.strata.perf.record.Recordings;
import io.strata.perf.run.Comparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Looks before anything is started whether the machine has what the run takes. */
final class Preflight {
  private Preflight() {}

  /**
   * Checks memory and disk space for a comparison.
   *
   * @param folder in which the data are to lie
   * @throws BenchException if something is missing
   */
  static void check(Comparison comparison, Path folder) throws BenchException {
    requireWritable(folder);
    requireMemory(comparison.memoryBytes(), "give less with --cache or --heap");
    requireDisk(
        folder, comparison.diskBytes(), "give less with --cache, or another folder with --dir");
  }

  /** The same for recordings, whose size is fixed. */
  static void check(Recordings recordings, Path folder) throws BenchException {
    requireWritable(folder);
    requireMemory(recordings.memoryBytes(), "end other programs, or take another machine");
    requireDisk(folder, recordings.diskBytes(), "choose another folder with --dir");
  }

  private static void requireMemory(long bytes, String mend) throws BenchException {
    enough("memory", bytes, Machine.availableMemoryBytes(), mend);
  }

  private static void requireDisk(Path folder, long bytes, String mend) throws BenchException {
    enough("disk space in " + folder, bytes, usableSpace(folder), mend);
  }

  private static void requireWritable(Path folder) throws BenchException {
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new BenchException(
          folder + " is no folder that can be written to: choose another with --dir.");
    }
  }

  static void enough(String what, long needed, long there, String mend) throws BenchException {
    if (there < needed) {
      throw new BenchException(
          String.format(
              Locale.ROOT,
              "This takes %s of %s and there are %s: %s.",
              gigabytes(needed),
              what,
              gigabytes(there),
              mend));
    }
  }

  private static long usableSpace(Path folder) throws BenchException {
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      throw new BenchException(
          "The free space of " + folder + " cannot be read: choose another folder with --dir.", e);
    }
  }

  static String gigabytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
  }
}
