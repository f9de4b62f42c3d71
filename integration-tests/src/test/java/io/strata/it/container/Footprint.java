package io.strata.it.container;

import java.util.Arrays;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The memory of a container's only process, in bytes, by the kernel's counters. It does not include
 * the page cache, which is reclaimable, but files on tmpfs, which are not.
 *
 * @param resident resident memory of the process
 * @param maxResident its maximum so far
 * @param charged memory charged to the container, without page cache
 * @param files the part of it for files on tmpfs
 * @param threads number of threads of the process
 */
record Footprint(long resident, long maxResident, long charged, long files, int threads) {
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  /** The file of control groups version 1, and that of version 2. */
  private static final String[] CHARGES = {
    "/sys/fs/cgroup/memory/memory.stat", "/sys/fs/cgroup/memory.stat"
  };

  static Footprint of(HBaseContainer container) {
    String status = container.read("/proc/1/status");
    String stat = charges(container);
    long files = number(stat, line -> line.startsWith("shmem "));
    return new Footprint(
        number(status, line -> line.startsWith("VmRSS:")) << 10,
        number(status, line -> line.startsWith("VmHWM:")) << 10,
        // Process memory is called rss in version 1 and anon in version 2.
        files + number(stat, line -> line.startsWith("rss ") || line.startsWith("anon ")),
        files,
        (int) number(status, line -> line.startsWith("Threads:")));
  }

  private static String charges(HBaseContainer container) {
    return Arrays.stream(CHARGES)
        .map(container::read)
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("The container has no memory.stat."));
  }

  private static long number(String text, Predicate<String> line) {
    Stream<String> lines = text.lines().filter(line);
    Matcher number = NUMBER.matcher(lines.findFirst().orElse(""));
    if (!number.find()) {
      throw new IllegalStateException("No such line in: " + text);
    }
    return Long.parseLong(number.group());
  }

  @Override
  public String toString() {
    return "resident %d MB (max %d MB), charged %d MB (%d MB for files on tmpfs), %d threads"
        .formatted(resident >> 20, maxResident >> 20, charged >> 20, files >> 20, threads);
  }
}
