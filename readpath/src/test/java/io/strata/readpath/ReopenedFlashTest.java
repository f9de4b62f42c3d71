package io.strata.readpath;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.FlashOptions;
import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.MemoryLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Replaces the flash tier with direct memory for only one, without explicit garbage collections.
 */
class ReopenedFlashTest {
  private static final long OTHERS = 8 << 20;

  @TempDir private Path folder = Path.of("");

  /** Returns a limit without the buffers of reads, which are allocated on demand. */
  private long limit() {
    CacheSettings settings =
        CacheSettings.read(ReopenedFlashProbe.conf(folder, "a"), MemoryLimits.ofThisProcess());
    FlashOptions flash = settings.flash().orElseThrow().options();
    return settings.offHeapBytes() + flash.directBytes() + OTHERS;
  }

  private List<String> linesOf(String... jvm) throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(jvm));
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+DisableExplicitGC"));
    command.add("-XX:MaxDirectMemorySize=" + limit());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(ReopenedFlashProbe.class.getName(), folder.toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int end = process.waitFor();
    List<String> lines = Files.readAllLines(output, StandardCharsets.UTF_8);
    assertThat(end).as("the process's end, after %s", lines).isZero();
    return lines;
  }

  @Test
  @Timeout(300)
  void newTierReusesMemoryOfOldOne() throws Exception {
    assertThat(linesOf())
        .filteredOn(line -> line.startsWith("has "))
        .hasSize(ReopenedFlashProbe.ROUNDS);
  }
}
