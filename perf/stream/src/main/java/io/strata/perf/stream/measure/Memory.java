package io.strata.perf.stream.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Memory use of this process. Stateless. */
public final class Memory {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final int UNIT = 1024;

  private Memory() {}

  /** Returns the peak resident set size in bytes on Linux, and NaN on other systems. */
  public static double peakResidentBytes() {
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
