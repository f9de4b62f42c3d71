package io.strata.l2;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.testing.TestStore;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * The memory that the operating system has given to a process whose store is resized: what the JVM
 * has freed is not free if the C library keeps it.
 */
@EnabledOnOs(OS.LINUX)
class ResidentMemoryTest {
  private static final long MB = 1L << 20;
  private static final int LARGE = 500;
  private static final int SMALL = 244;
  private static final int ROUNDS = 12;

  /** What the JVM itself may take more from one round to the next: compiled code and the like. */
  private static final int JVM = 64;

  @Test
  void repeatedResizesTakeNoMoreMemoryAndReturnIt() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-Xms64m",
                "-XX:+AlwaysPreTouch",
                "-XX:MaxDirectMemorySize=2g",
                "-cp",
                System.getProperty("java.class.path"),
                Resizes.class.getName())
            .redirectErrorStream(true)
            .start();
    List<String> lines = process.inputReader(UTF_8).lines().toList();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(String.join("\n", lines)).isZero();
    List<Integer> resident =
        lines.stream()
            .filter(l -> l.startsWith("MB "))
            .map(l -> Integer.valueOf(l.substring(3)))
            .toList();
    System.out.println("Resident in MB, large and small in turn: " + resident);
    int large = resident.get(0);
    for (int i = 1; i < resident.size(); i++) {
      int most = i % 2 == 0 ? large : large - (LARGE - SMALL) + 64;
      assertThat(resident.get(i)).as("%s after resize %d", resident, i).isLessThan(most + JVM);
    }
  }

  /** Resizes a store, and prints the resident memory after each resize. */
  static final class Resizes {
    private Resizes() {}

    public static void main(String[] args) throws Exception {
      try (TestStore test = new TestStore(StoreOptions.ofBytes(LARGE * MB))) {
        test.awaitQuiet();
        print();
        for (int round = 0; round < ROUNDS; round++) {
          // Each by a thread of its own, as RPC handlers are.
          resize(test, SMALL);
          resize(test, LARGE);
        }
      }
    }

    private static void resize(TestStore test, int megabytes) throws Exception {
      Thread handler = new Thread(() -> test.store().controls().resize(megabytes * MB));
      handler.start();
      handler.join();
      test.awaitQuiet();
      collect();
      print();
    }

    private static void collect() throws InterruptedException {
      MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
      for (int i = 0; i < 3; i++) {
        memory.gc();
        TimeUnit.MILLISECONDS.sleep(50);
      }
    }

    private static void print() throws IOException {
      String line =
          Files.readAllLines(Path.of("/proc/self/status")).stream()
              .filter(each -> each.startsWith("VmRSS"))
              .findFirst()
              .orElseThrow();
      long kilobytes = Long.parseLong(line.replaceAll("\\D", ""));
      System.out.println(String.format(Locale.ROOT, "MB %d", kilobytes >> 10));
    }
  }
}
