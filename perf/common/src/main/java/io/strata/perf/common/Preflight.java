package io.strata.perf.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Looks whether the machine has what a run takes, before the run spends time. Every method throws a
 * {@link BenchException} that names what is missing and the fix. Stateless.
 */
public final class Preflight {
  private Preflight() {}

  /** Makes the folder of a report. */
  public static void makeReportFolder(Path folder) throws BenchException {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new BenchException(folder + " cannot be made: give --output another folder.", e);
    }
    if (!Files.isWritable(folder)) {
      throw new BenchException(folder + " cannot be written into: give --output another folder.");
    }
  }

  /**
   * Requires a folder that exists and can be written to.
   *
   * @param fix how to choose another
   */
  public static void requireWritable(Path folder, String fix) throws BenchException {
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new BenchException(folder + " is no folder that can be written to: " + fix + ".");
    }
  }

  /**
   * Requires memory that processes can still get.
   *
   * @param what takes it
   * @param fix how to take less, or to have more
   */
  public static void requireMemory(String what, long bytes, String fix) throws BenchException {
    enough(what, "memory", bytes, Machine.availableMemoryBytes(), fix);
  }

  /**
   * Requires free space.
   *
   * @param what takes it
   * @param fix how to take less, or to have more
   */
  public static void requireDisk(String what, Path folder, long bytes, String fix)
      throws BenchException {
    try {
      long free = Files.getFileStore(folder).getUsableSpace();
      enough(what, "disk space in " + folder, bytes, free, fix);
    } catch (IOException e) {
      throw new BenchException("The free space of " + folder + " cannot be read: " + fix + ".", e);
    }
  }

  /** Requires that there is as much as is needed, both in bytes. */
  static void enough(String what, String of, long needed, long available, String fix)
      throws BenchException {
    if (available < needed) {
      throw new BenchException(
          String.format(
              Locale.ROOT,
              "%s takes %.1f GB of %s and there are %.1f GB: %s.",
              what,
              needed / 1e9,
              of,
              available / 1e9,
              fix));
    }
  }
}
