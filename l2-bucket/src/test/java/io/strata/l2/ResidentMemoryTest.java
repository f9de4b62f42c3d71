package io.strata.l2;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.memory.SharedMemory;
import io.strata.l2.testing.TestStore;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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

  /** What stays when a part of an allocation is in use. */
  private static final int NOT_RETURNED = 64;

  private static final String PREFIX = "MB ";

  @Test
  void repeatedResizesTakeNoMoreMemoryAndReturnIt() throws Exception {
    List<Integer> resident = residentAfterChanges(Resizes.class);
    int large = resident.get(0);
    for (int i = 1; i < resident.size(); i++) {
      int most = i % 2 == 0 ? large : large - (LARGE - SMALL) + NOT_RETURNED;
      assertThat(resident.get(i)).as("%s after resize %d", resident, i).isLessThan(most + JVM);
    }
  }

  /** Freed buckets may stay with the process, but are used again. */
  @Test
  void sharedMemoryStaysWithinItsBound() throws Exception {
    List<Integer> resident = residentAfterChanges(Exchanges.class);
    assertThat(resident).allMatch(each -> each < resident.get(0) + JVM);
  }

  /** Returns the resident memory in MB that a program prints at the start and after each change. */
  private static List<Integer> residentAfterChanges(Class<?> program) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-Xms64m",
                "-XX:+AlwaysPreTouch",
                "-XX:MaxDirectMemorySize=2g",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName())
            .redirectErrorStream(true)
            .start();
    List<String> lines = process.inputReader(UTF_8).lines().toList();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(String.join("\n", lines)).isZero();
    List<Integer> resident =
        lines.stream()
            .filter(line -> line.startsWith(PREFIX))
            .map(line -> Integer.valueOf(line.substring(PREFIX.length())))
            .toList();
    System.out.printf("Resident in MB, large and small in turn: %s%n", resident);
    assertThat(resident).hasSize(1 + 2 * ROUNDS);
    return resident;
  }

  /** Resizes a store, and prints the resident memory after each resize. */
  static final class Resizes {
    private Resizes() {}

    public static void main(String[] args) throws Exception {
      try (TestStore test = new TestStore(StoreOptions.ofBytes(LARGE * MB))) {
        test.awaitQuiet();
        print();
        for (int round = 0; round < ROUNDS; round++) {
          resize(test, SMALL);
          resize(test, LARGE);
        }
      }
    }

    /** By a thread that stays, as those of an RPC server do: the C library may serve each apart. */
    private static void resize(TestStore test, int megabytes) throws Exception {
      Handlers.run(() -> test.store().controls().resize(megabytes * MB));
      test.awaitQuiet();
      collect();
      print();
    }
  }

  /** Drops half of the buckets at random and allocates as many, and prints the resident memory. */
  static final class Exchanges {
    private Exchanges() {}

    public static void main(String[] args) throws Exception {
      SharedMemory shared = new SharedMemory(LARGE * MB);
      int buckets = (int) (LARGE * MB / BucketLayout.BUCKET_BYTES);
      List<BucketBuffer> held = new ArrayList<>(List.of(shared.part().allocate(buckets)));
      print();
      for (int round = 0; round < ROUNDS; round++) {
        Collections.shuffle(held, new Random(round));
        held.subList(buckets / 2, buckets).clear();
        collect();
        print();
        Handlers.run(() -> held.addAll(List.of(shared.part().allocate(buckets - buckets / 2))));
        print();
      }
    }
  }

  /** Threads that stay, as those of an RPC server do: the C library may serve each apart. */
  private static final class Handlers {
    private static final List<ExecutorService> ALL = new ArrayList<>();

    private Handlers() {}

    static void run(Runnable task) throws Exception {
      ExecutorService handler =
          Executors.newSingleThreadExecutor(
              work -> {
                Thread thread = new Thread(work);
                thread.setDaemon(true);
                return thread;
              });
      handler.submit(task).get();
      ALL.add(handler);
    }
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
    System.out.println(String.format(Locale.ROOT, "%s%d", PREFIX, kilobytes >> 10));
  }
}
