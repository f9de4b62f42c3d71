package io.strata.perf.stream.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What this process takes of the machine's memory. */
public final class Memory {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final int UNIT = 1024;

  private Memory() {}

  /** The most bytes that were resident at a time, as Linux tells it; elsewhere NaN. */
  public static double mostResidentBytes() {
    if (!Files.isReadable(STATUS)) {
      return Double.NaN;
    }
    try (Stream<String> lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) * UNIT)
          .findFirst()
          .orElse(Double.NaN);
    } catch (IOException e) {
      return Double.NaN;
    }
  }
}
