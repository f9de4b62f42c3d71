package io.strata.readpath.config;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The memory of the container or machine.
 *
 * @param bytes the size
 * @param isContainerLimit whether this is the limit of a container, beyond which the kernel kills
 *     the process; otherwise it is the machine's memory, which other processes share
 */
public record PhysicalMemory(long bytes, boolean isContainerLimit) {
  /** No limit. */
  public static final PhysicalMemory UNLIMITED = new PhysicalMemory(Long.MAX_VALUE, false);

  private static final Pattern TOTAL = Pattern.compile("MemTotal: *(\\d+) kB");

  /** Returns the memory for this process. */
  public static PhysicalMemory ofThisProcess() {
    return of(Path.of("/"));
  }

  /** Reads the kernel's files below a folder. */
  static PhysicalMemory of(Path system) {
    long machine = ofMachine(system);
    OptionalLong limit = new CgroupLimit(system).bytes();
    return limit.isPresent() && limit.getAsLong() < machine
        ? new PhysicalMemory(limit.getAsLong(), true)
        : new PhysicalMemory(machine, false);
  }

  private static long ofMachine(Path system) {
    try {
      Matcher total = TOTAL.matcher(Files.readString(system.resolve("proc/meminfo")));
      if (total.find()) {
        return Long.parseLong(total.group(1)) << 10;
      }
    } catch (IOException e) {
      // Not Linux.
    }
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }
}
