package io.strata.perf.compare;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The machine that this runs on: what a reader of the figures must know, and what a run may take.
 */
final class Machine {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final Path MEMINFO = Path.of("/proc/meminfo");

  private Machine() {}

  static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  static long memoryBytes() {
    return SYSTEM.getTotalMemorySize();
  }

  /**
   * Memory that processes can still get, in bytes: what Linux estimates, page cache included;
   * elsewhere, where only unused memory is told, three quarters of what is built in.
   */
  static long availableMemoryBytes() {
    if (Files.isReadable(MEMINFO)) {
      try (Stream<String> lines = Files.lines(MEMINFO)) {
        long kilobytes =
            lines
                .filter(line -> line.startsWith("MemAvailable:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(0);
        if (kilobytes > 0) {
          return Math.min(kilobytes * 1024, memoryBytes());
        }
      } catch (IOException e) {
        // As on systems that lack the file.
      }
    }
    return memoryBytes() / 4 * 3;
  }

  static String jdk() {
    return System.getProperty("java.vm.name") + " " + Runtime.version();
  }

  static String system() {
    return System.getProperty("os.name")
        + " "
        + System.getProperty("os.version")
        + ", "
        + System.getProperty("os.arch");
  }
}
