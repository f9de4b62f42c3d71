package io.strata.perf.flash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command with the minimal amounts that still measure and report everything. */
class FlashBenchIT {
  private static final Path STRATA = Path.of("../../strata").toAbsolutePath().normalize();
  private static final long LIMIT_MINUTES = 15;
  private static final String EMPTY_CELL = "(?s).*\\| *(NaN|null).*";

  @TempDir Path folder;

  @Test
  void reportsAllPartsAndLeavesNoFile() throws Exception {
    Path files = Files.createDirectory(folder.resolve("files"));
    Path report = folder.resolve("report");
    Path output = folder.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(
                STRATA.toString(),
                "bench",
                "flash",
                files.toString(),
                "--small",
                "--output=" + report)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process run = builder.start();

    assertThat(run.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)).isTrue();

    assertThat(run.exitValue()).as(Files.readString(output)).isZero();
    try (Stream<Path> left = Files.list(files)) {
      assertThat(left).isEmpty();
    }
    String page = Files.readString(report.resolve("FLASH.md"));
    assertThat(page)
        .contains("**A small run: the figures are not meaningful.**", "`./strata bench flash /")
        .doesNotMatch(EMPTY_CELL);
    for (String each : figures()) {
      assertThat(page).containsPattern("(?m)^\\| " + each + "[^|]*\\|[^|]*[0-9]");
    }
    assertThat(Files.readString(report.resolve("flash-clouds.svg")))
        .contains("memory only", "1 device<", "2 devices", "3 devices")
        .endsWith("</svg>\n");
  }

  private static List<String> figures() {
    return List.of(
        "reads, 64 KB, 1 thread ",
        "reads, 4 KB, 16 threads",
        "inserts, 64 KB, empty",
        "inserts, 4 KB, full",
        "write-behind, 64 KB, 1 thread",
        "write-behind, 4 KB, 4 threads",
        "first hit after a restart from the snapshot",
        "restored from the regions",
        "heap per block",
        "64 KB, 4 threads, Strata",
        "64 KB, 4 threads, HBase file engine, all cached",
        "4 KB, full, HBase file engine",
        "64 KB, empty, warm, Strata",
        "4 KB, 1 thread ",
        "HBase, from its persistent file",
        "memory only, ",
        "memory over flash, 3 devices, ");
  }
}
