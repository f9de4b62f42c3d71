package io.strata.perf.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a report is to be written. */
public final class ReportFolder {
  private ReportFolder() {}

  /**
   * Makes the folder, before the time is spent that the report's figures take.
   *
   * @throws BenchException when it cannot be made or written into
   */
  public static void make(Path folder) throws BenchException {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new BenchException(folder + " cannot be made: give --output another folder.", e);
    }
    if (!Files.isWritable(folder)) {
      throw new BenchException(folder + " cannot be written into: give --output another folder.");
    }
  }
}
