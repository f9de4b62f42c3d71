package io.strata.it.container;

import java.util.Arrays;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The memory of the one process in a container, in bytes, as the kernel counts it. The page cache
 * of the files that it reads is not among it: that gives way. Files in memory are: they do not.
 *
 * @param resident what the process has now
 * @param mostResident the most that it ever had
 * @param charged what the container is charged with beside the page cache
 * @param files of it, for files in memory
 * @param threads how many the process has
 */
record Footprint(long resident, long mostResident, long charged, long files, int threads) {
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  /** Version 1 of control groups has the first file, version 2 the second. */
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
        // Memory of processes is called rss in version 1 and anon in version 2.
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
    return "resident %d MB (at most %d MB), charged %d MB (%d MB for files in memory), %d threads"
        .formatted(resident >> 20, mostResident >> 20, charged >> 20, files >> 20, threads);
  }
}
