package io.strata.perf.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Checks before a run that the machine has what the run needs. Every method throws a {@link
 * BenchException} that names the shortage and the fix. Stateless.
 */
public final class Preflight {
  private Preflight() {}

  /** Creates the folder for a report, and requires that it is writable. */
  public static void makeReportFolder(Path folder) throws BenchException {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new BenchException(
          "--output=" + folder + ": cannot be created. Choose another folder.", e);
    }
    if (!Files.isWritable(folder)) {
      throw new BenchException("--output=" + folder + ": not writable. Choose another folder.");
    }
  }

  /**
   * Requires a folder that exists and is writable.
   *
   * @param fix how to choose another folder; the end of the message
   */
  public static void requireWritable(Path folder, String fix) throws BenchException {
    if (!Files.exists(folder)) {
      throw new BenchException(folder + " does not exist: create it, or " + fix + ".");
    }
    if (!Files.isDirectory(folder)) {
      throw new BenchException(folder + " is not a folder: " + fix + ".");
    }
    if (!Files.isWritable(folder)) {
      throw new BenchException(folder + " is not writable: change its mode, or " + fix + ".");
    }
  }

  /**
   * Requires available memory.
   *
   * @param what needs it; the subject of the message
   * @param fix how to need less or to free more; the end of the message
   */
  public static void requireMemory(String what, long bytes, String fix) throws BenchException {
    enough(what, "memory", bytes, Machine.availableMemoryBytes(), fix);
  }

  /**
   * Requires that the kernel allows a process this many memory mappings.
   *
   * @param what needs them; the subject of the message
   */
  public static void requireMappings(String what, int mappings) throws BenchException {
    int limit = Machine.maxMappings();
    if (mappings > limit) {
      throw new BenchException(
          String.format(
              Locale.ROOT,
              "%s needs %,d memory mappings, and the kernel allows a process %,d:"
                  + " sysctl -w vm.max_map_count=%d.",
              what,
              mappings,
              limit,
              mappings));
    }
  }

  /**
   * Requires free disk space.
   *
   * @param what needs it; the subject of the message
   * @param fix how to need less or to free more; the end of the message
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

  /** Requires {@code available} bytes to cover {@code needed} bytes. */
  static void enough(String what, String of, long needed, long available, String fix)
      throws BenchException {
    if (available < needed) {
      throw new BenchException(
          String.format(
              Locale.ROOT,
              "%s needs %.1f GB of %s, %.1f GB are available: %s.",
              what,
              needed / 1e9,
              of,
              available / 1e9,
              fix));
    }
  }
}
