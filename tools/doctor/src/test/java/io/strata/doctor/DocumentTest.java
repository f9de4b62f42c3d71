package io.strata.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/DOCTOR.md shows what the commands print. */
class DocumentTest {
  @Test
  void theSampleIsAsItIsPrinted() throws IOException {
    Run run =
        Run.strata(
            "doctor",
            "--hbase-site=../../conf/hbase-site-small.xml",
            "--hbase-env=../../conf/hbase-env-small.sh",
            "--memory=8g");

    assertThat(document()).contains(withoutPaths(run.out()));
  }

  @Test
  void theMistakesAreAsTheyArePrinted() throws IOException {
    Run run = Run.strata("doctor", "--conf", Run.mistake("many-at-once"), "--memory=32g");

    assertThat(document()).contains(withoutPaths(run.out()));
  }

  @Test
  void theConfigurationIsAsItIsPrinted() throws IOException {
    Run run =
        Run.strata(
            "size", "--memory=64g", "--data=2t", "--flash-path=/mnt/nvme0/strata", "--disk=500g");

    assertThat(document()).contains(run.out());
  }

  private static String withoutPaths(String text) {
    return text.lines()
        .filter(line -> !line.startsWith("hbase-"))
        .collect(Collectors.joining("\n"))
        .strip();
  }

  private static String document() throws IOException {
    return Files.readString(Path.of("..", "..", "docs", "DOCTOR.md"));
  }
}
