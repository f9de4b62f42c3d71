package io.strata.perf.common;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The machine that this runs on: what a reader of the figures must know, and what a run may take.
 */
public final class Machine {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final Path MEMINFO = Path.of("/proc/meminfo");
  private static final Path CPUINFO = Path.of("/proc/cpuinfo");

  private Machine() {}

  /** Processors that this process may use. */
  public static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  /** Memory that is built in, in bytes. */
  public static long memoryBytes() {
    return SYSTEM.getTotalMemorySize();
  }

  /**
   * Memory that processes can still get, in bytes: what Linux estimates, page cache included;
   * elsewhere, where only unused memory is told, three quarters of what is built in.
   */
  public static long availableMemoryBytes() {
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

  /** The processor's name as Linux tells it; elsewhere only its architecture. */
  public static String processor() {
    if (Files.isReadable(CPUINFO)) {
      try (Stream<String> lines = Files.lines(CPUINFO)) {
        return lines
            .filter(line -> line.startsWith("model name"))
            .map(line -> line.replaceFirst("[^:]*:\\s*", ""))
            .findFirst()
            .orElse(System.getProperty("os.arch"));
      } catch (IOException e) {
        // As on systems that lack the file.
      }
    }
    return System.getProperty("os.arch");
  }

  /** The virtual machine that runs this, and its version. */
  public static String jdk() {
    return System.getProperty("java.vm.name") + " " + Runtime.version();
  }

  /** The operating system's name and version. */
  public static String system() {
    return System.getProperty("os.name")
        + " "
        + System.getProperty("os.version")
        + ", "
        + System.getProperty("os.arch");
  }
}
