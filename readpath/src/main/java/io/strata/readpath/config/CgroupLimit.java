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
 * Reads the memory limit of the control group of this process, as a container sets it. The groups
 * above limit the process, too, so the smallest limit that is visible counts.
 *
 * <p>The kernel has two versions of the hierarchy, and a machine may mount both: in version 1,
 * memory has a hierarchy of its own; in version 2, all controllers share one.
 */
final class CgroupLimit {
  /** Version 1 expresses "no limit" by a number near 2^63, which depends on the page size. */
  private static final long NO_LIMIT = 1L << 60;

  private static final int ROOT = 3;
  private static final int MOUNT_POINT = 4;
  private static final int FIXED_FIELDS = 6;

  /** The folder above the kernel's files: / except in tests. */
  private final Path system;

  CgroupLimit(Path system) {
    this.system = system;
  }

  /** Returns the limit in bytes; empty if there is none or nothing can be read. */
  OptionalLong bytes() {
    try {
      List<String> groups = Files.readAllLines(system.resolve("proc/self/cgroup"));
      long min = NO_LIMIT;
      for (String line : Files.readAllLines(system.resolve("proc/self/mountinfo"))) {
        Mount mount = Mount.parse(line);
        if (mount != null) {
          min = Math.min(min, minLimit(mount, groups));
        }
      }
      return min < NO_LIMIT ? OptionalLong.of(min) : OptionalLong.empty();
    } catch (IOException | IllegalArgumentException e) {
      // Not Linux, or files of an unknown format.
      return OptionalLong.empty();
    }
  }

  private long minLimit(Mount mount, List<String> groups) throws IOException {
    Path top = system.resolve(mount.point.substring(1));
    Path group = top.resolve(mount.below(groupOf(mount, groups))).normalize();
    long min = NO_LIMIT;
    for (Path folder = group;
        folder != null && folder.startsWith(top);
        folder = folder.getParent()) {
      Path file = folder.resolve(mount.limitFile());
      if (Files.exists(file)) {
        min = Math.min(min, limitIn(file));
      }
    }
    return min;
  }

  /** Parses lines such as {@code 4:memory:/docker/1234}, or {@code 0::/} for version 2. */
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
   * A mount of a hierarchy that controls memory.
   *
   * @param root the group that is visible at the mount point
   */
  private record Mount(boolean isVersion2, String root, String point) {
    /** Parses a line of {@code /proc/self/mountinfo}; returns null if it is another mount. */
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

    /** Returns the path of the group below the mount point; empty if the group is not visible. */
    String below(String group) {
      boolean isVisible = root.equals("/") || group.equals(root) || group.startsWith(root + "/");
      String rest = isVisible ? group.substring(root.equals("/") ? 0 : root.length()) : "";
      return rest.contains("..") ? "" : rest.replaceFirst("^/", "");
    }

    String limitFile() {
      return isVersion2 ? "memory.max" : "memory.limit_in_bytes";
    }
  }
}
