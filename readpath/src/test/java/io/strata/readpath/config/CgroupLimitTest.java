package io.strata.readpath.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kernel's files, as they were found in containers and on machines. */
class CgroupLimitTest {
  private static final String VERSION_1 =
      "31 28 0:27 %s /sys/fs/cgroup/memory rw,nosuid - cgroup cgroup rw,memory\n";
  private static final String VERSION_2 = "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup rw\n";
  private static final String OTHERS =
      """
      22 1 254:0 / / rw,relatime - ext4 /dev/vda rw
      29 28 0:25 / /sys/fs/cgroup/cpu rw shared:9 - cgroup cgroup rw,cpu
      """;
  private static final String NO_LIMIT_OF_VERSION_1 = "9223372036854771712\n";

  @TempDir Path system;

  @BeforeEach
  void machine() throws IOException {
    write("proc/meminfo", "MemTotal:       16384 kB\nMemFree:         1024 kB\n");
  }

  private void write(String file, String text) throws IOException {
    Path path = system.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private OptionalLong limit() {
    return new CgroupLimit(system).bytes();
  }

  @Test
  void readsLimitOfContainerOfVersion1() throws IOException {
    write("proc/self/mountinfo", OTHERS + VERSION_1.formatted("/docker/12ab"));
    write("proc/self/cgroup", "5:cpu,cpuacct:/docker/12ab\n4:memory:/docker/12ab\n0::/\n");
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "1048576\n");

    assertThat(limit()).hasValue(1 << 20);
    assertThat(PhysicalMemory.of(system)).isEqualTo(new PhysicalMemory(1 << 20, true));
  }

  @Test
  void readsLimitOfContainerOfVersion2() throws IOException {
    write("proc/self/mountinfo", OTHERS + VERSION_2);
    write("proc/self/cgroup", "0::/\n");
    write("sys/fs/cgroup/memory.max", "2097152\n");

    assertThat(limit()).hasValue(2 << 20);
    assertThat(PhysicalMemory.of(system)).isEqualTo(new PhysicalMemory(2 << 20, true));
  }

  @Test
  void readsLimitsOfParentGroups() throws IOException {
    write("proc/self/mountinfo", VERSION_2);
    write("proc/self/cgroup", "0::/hbase.slice/server.service\n");
    write("sys/fs/cgroup/hbase.slice/server.service/memory.max", "8388608\n");
    write("sys/fs/cgroup/hbase.slice/memory.max", "4194304\n");
    assertThat(limit()).hasValue(4 << 20);

    write("sys/fs/cgroup/hbase.slice/memory.max", "max\n");
    assertThat(limit()).hasValue(8 << 20);
  }

  @Test
  void readsBothVersionsIfBothAreMounted() throws IOException {
    write(
        "proc/self/mountinfo",
        VERSION_1.formatted("/") + VERSION_2.replace("/sys/fs/cgroup", "/sys/fs/cgroup/unified"));
    write("proc/self/cgroup", "4:memory:/jobs/7\n0::/init\n");
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", NO_LIMIT_OF_VERSION_1);
    write("sys/fs/cgroup/memory/jobs/7/memory.limit_in_bytes", "3145728\n");
    assertThat(limit()).hasValue(3 << 20);

    write("sys/fs/cgroup/memory/jobs/7/memory.limit_in_bytes", NO_LIMIT_OF_VERSION_1);
    assertThat(limit()).isEmpty();

    write("sys/fs/cgroup/unified/init/memory.max", "5242880\n");
    assertThat(limit()).hasValue(5 << 20);
  }

  @Test
  void usesMachinesMemoryWithoutLimit() throws IOException {
    write("proc/self/mountinfo", OTHERS + VERSION_2);
    write("proc/self/cgroup", "0::/\n");
    assertThat(limit()).as("the topmost group has no file of its limit").isEmpty();

    write("sys/fs/cgroup/memory.max", "max\n");
    assertThat(limit()).isEmpty();
    assertThat(PhysicalMemory.of(system)).isEqualTo(new PhysicalMemory(16 << 20, false));
  }

  @Test
  void usesMachinesMemoryBelowLimit() throws IOException {
    write("proc/self/mountinfo", VERSION_2);
    write("proc/self/cgroup", "0::/\n");
    write("sys/fs/cgroup/memory.max", "1073741824\n");

    assertThat(PhysicalMemory.of(system)).isEqualTo(new PhysicalMemory(16 << 20, false));
  }

  @Test
  void readsMountPointIfGroupIsNotVisible() throws IOException {
    write("proc/self/mountinfo", VERSION_1.formatted("/docker/12ab"));
    write("proc/self/cgroup", "4:memory:/../other\n");
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "1048576\n");

    assertThat(limit()).hasValue(1 << 20);
  }

  @Test
  void ignoresMalformedFiles() throws IOException {
    assertThat(limit()).as("no files, as where there is no Linux").isEmpty();

    write("proc/self/mountinfo", "nonsense\n\n- - - -\n" + VERSION_2);
    write("proc/self/cgroup", "0::/\n");
    write("sys/fs/cgroup/memory.max", "plenty\n");
    assertThat(limit()).isEmpty();
  }

  @Test
  void readsMemoryOfThisMachine() {
    assertThat(PhysicalMemory.ofThisProcess().bytes())
        .isGreaterThan(Runtime.getRuntime().maxMemory() / 4)
        .isLessThan(1L << 50);
  }
}
