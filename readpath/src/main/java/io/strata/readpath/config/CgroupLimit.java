package io.strata.readpath.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The memory limit of the control group that the process runs in, as a container sets it. Every
 * group above it has a say as well, as far up as can be seen from here, so the least limit counts.
 *
 * <p>The kernel has two kinds of hierarchy, and a machine may mount both at once: in version 1
 * memory has a hierarchy of its own, in version 2 all controllers share one.
 */
final class CgroupLimit {
  /** Version 1 says "no limit" by a number near the largest, which depends on the page size. */
  private static final long NO_LIMIT = 1L << 60;

  private static final int ROOT = 3;
  private static final int MOUNT_POINT = 4;
  private static final int FIXED_FIELDS = 6;

  /** The kernel's files lie below this folder; another one than / in tests. */
  private final Path system;

  CgroupLimit(Path system) {
    this.system = system;
  }

  /** Bytes, or empty where nothing limits the process or nothing can be read. */
  OptionalLong bytes() {
    try {
      List<String> groups = Files.readAllLines(system.resolve("proc/self/cgroup"));
      long least = NO_LIMIT;
      for (String line : Files.readAllLines(system.resolve("proc/self/mountinfo"))) {
        Mount mount = Mount.parse(line);
        if (mount != null) {
          least = Math.min(least, leastLimit(mount, groups));
        }
      }
      return least < NO_LIMIT ? OptionalLong.of(least) : OptionalLong.empty();
    } catch (IOException | IllegalArgumentException e) {
      // Not Linux, or files that are not as the kernel writes them.
      return OptionalLong.empty();
    }
  }

  private long leastLimit(Mount mount, List<String> groups) throws IOException {
    Path top = system.resolve(mount.point.substring(1));
    Path group = top.resolve(mount.below(groupOf(mount, groups))).normalize();
    long least = NO_LIMIT;
    for (Path folder = group;
        folder != null && folder.startsWith(top);
        folder = folder.getParent()) {
      Path file = folder.resolve(mount.limitFile());
      if (Files.exists(file)) {
        least = Math.min(least, limitIn(file));
      }
    }
    return least;
  }

  /** Lines such as {@code 4:memory:/docker/1234}, and {@code 0::/} for version 2. */
  private static String groupOf(Mount mount, List<String> groups) {
    for (String line : groups) {
      String[] fields = line.split(":", 3);
      boolean matches =
          mount.isVersion2
              ? fields[0].equals("0")
              : Arrays.asList(fields[1].split(",")).contains("memory");
      if (matches) {
        return fields[2];
      }
    }
    return "/";
  }

  private static long limitIn(Path file) throws IOException {
    String text = Files.readString(file).strip();
    return text.equals("max") ? NO_LIMIT : Long.parseLong(text);
  }

  /**
   * A place where the groups of memory can be seen.
   *
   * @param root the group that is seen there
   */
  private record Mount(boolean isVersion2, String root, String point) {
    /** Reads a line of {@code /proc/self/mountinfo}; null where it is about something else. */
    static @Nullable Mount parse(String line) {
      List<String> fields = new ArrayList<>(Arrays.asList(line.split(" ")));
      int separator = fields.indexOf("-");
      if (separator < FIXED_FIELDS || fields.size() < separator + 4) {
        return null;
      }
      String type = fields.get(separator + 1);
      List<String> options = Arrays.asList(fields.get(separator + 3).split(","));
      boolean isVersion2 = type.equals("cgroup2");
      return isVersion2 || (type.equals("cgroup") && options.contains("memory"))
          ? new Mount(isVersion2, fields.get(ROOT), fields.get(MOUNT_POINT))
          : null;
    }

    /** Where the group lies below the mount point; the point itself if it cannot be told. */
    String below(String group) {
      boolean isSeen = root.equals("/") || group.equals(root) || group.startsWith(root + "/");
      String rest = isSeen ? group.substring(root.equals("/") ? 0 : root.length()) : "";
      return rest.contains("..") ? "" : rest.replaceFirst("^/", "");
    }

    String limitFile() {
      return isVersion2 ? "memory.max" : "memory.limit_in_bytes";
    }
  }
}
