package io.strata.perf.common;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Describes the machine: its processor, memory and software. Stateless. */
public final class Machine {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final Path MEMINFO = Path.of("/proc/meminfo");
  private static final Path CPUINFO = Path.of("/proc/cpuinfo");
  private static final Path MAX_MAPPINGS = Path.of("/proc/sys/vm/max_map_count");

  private Machine() {}

  /** Returns the number of processors available to this process. */
  public static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  /** Returns the physical memory, in bytes. */
  public static long memoryBytes() {
    return SYSTEM.getTotalMemorySize();
  }

  /**
   * Returns the memory available to new processes, in bytes: Linux's estimate, which includes the
   * page cache. On other systems, which report only unused memory, three quarters of the physical
   * memory.
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
        // Fall through, as on systems without the file.
      }
    }
    return memoryBytes() / 4 * 3;
  }

  /** Returns how many memory mappings a process may have; no limit on systems other than Linux. */
  public static int maxMappings() {
    if (Files.isReadable(MAX_MAPPINGS)) {
      // Files.readString begins with one byte, and the kernel answers only the first read.
      try (BufferedReader in = Files.newBufferedReader(MAX_MAPPINGS)) {
        return Integer.parseInt(in.readLine());
      } catch (IOException e) {
        // Fall through, as on systems without the file.
      }
    }
    return Integer.MAX_VALUE;
  }

  /** Returns the processor's model name on Linux, and its architecture on other systems. */
  public static String processor() {
    if (Files.isReadable(CPUINFO)) {
      try (Stream<String> lines = Files.lines(CPUINFO)) {
        return lines
            .filter(line -> line.startsWith("model name"))
            .map(line -> line.replaceFirst("[^:]*:\\s*", ""))
            .findFirst()
            .orElse(System.getProperty("os.arch"));
      } catch (IOException e) {
        // Fall through, as on systems without the file.
      }
    }
    return System.getProperty("os.arch");
  }

  /** Returns the name and version of this JVM. */
  public static String jdk() {
    return System.getProperty("java.vm.name") + " " + Runtime.version();
  }

  /** Returns the name, version and architecture of the operating system. */
  public static String system() {
    return System.getProperty("os.name")
        + " "
        + System.getProperty("os.version")
        + ", "
        + System.getProperty("os.arch");
  }
}
