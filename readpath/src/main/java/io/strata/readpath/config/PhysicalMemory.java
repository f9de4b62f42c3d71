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
 * The memory that there is for the process.
 *
 * @param bytes how much
 * @param isContainers whether a container's limit says so: the kernel kills the process that goes
 *     beyond. Otherwise it is all that the machine has, for this process and all others.
 */
public record PhysicalMemory(long bytes, boolean isContainers) {
  /** For when nothing is to be held against it. */
  public static final PhysicalMemory ENDLESS = new PhysicalMemory(Long.MAX_VALUE, false);

  private static final Pattern TOTAL = Pattern.compile("MemTotal: *(\\d+) kB");

  /** That of the process that this runs in. */
  public static PhysicalMemory ofThisProcess() {
    return of(Path.of("/"));
  }

  /** By the kernel's files below a folder. */
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
