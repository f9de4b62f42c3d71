package io.strata.doctor.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strata.readpath.config.MemoryLimits;
import io.strata.readpath.config.PhysicalMemory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the computed limits with those of a JVM that is started with the same options. */
class ProcessMemoryTest {
  private static final long MB = 1L << 20;

  /** Prints the limits of the JVM that it runs in. */
  static final class Probe {
    private Probe() {}

    public static void main(String[] args) {
      MemoryLimits limits = MemoryLimits.ofThisProcess();
      System.out.printf(
          "%d %d %d %d %d%n",
          limits.jvm().heap(),
          limits.maxHeap(),
          limits.maxDirect(),
          limits.jvm().code(),
          limits.jvm().stack());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xmx512m",
        "-Xmx256m -Xmx512m",
        "-Xmx1g -XX:+UseSerialGC",
        "-Xmx1g -XX:+UseParallelGC",
        "-Xmx1g -XX:+UseZGC",
        "-XX:MaxHeapSize=700m -XX:MaxDirectMemorySize=100m",
        "-Xmx512m -XX:MaxDirectMemorySize=1g -XX:MaxDirectMemorySize=2g",
        "-Xmx524288k -Xss2m -XX:ReservedCodeCacheSize=100m",
      })
  void computedLimitsMatchTheJvm(String options) throws Exception {
    MemoryLimits computed =
        new ProcessMemory(
                Environment.ofOptions("test", options).words(),
                new PhysicalMemory(16L << 30, false))
            .limits();

    List<Long> reported = reportedBy(options);

    assertThat(computed.jvm().heap()).as("heap").isCloseTo(reported.get(0), within(4 * MB));
    assertThat(computed.maxHeap()).as("reported").isCloseTo(reported.get(1), within(8 * MB));
    assertThat(computed.maxDirect()).as("direct").isCloseTo(reported.get(2), within(8 * MB));
    assertThat(computed.jvm().code()).as("code").isCloseTo(reported.get(3), within(MB));
    assertThat(computed.jvm().stack()).as("stack").isEqualTo(reported.get(4));
  }

  private static List<Long> reportedBy(String options) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(Arrays.asList(options.split(" ")));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Probe.class.getName()));
    Process process = new ProcessBuilder(command).start();
    String text =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).isZero();
    return Arrays.stream(text.split(" ")).map(Long::valueOf).toList();
  }
}
