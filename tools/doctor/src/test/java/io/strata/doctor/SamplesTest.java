package io.strata.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The samples of the folder conf are without a finding, on machines of the size they are for. */
class SamplesTest {
  private static final Path CONF = Path.of("..", "..", "conf");

  @ParameterizedTest
  @CsvSource({"small, 8g", "12g, 32g", "100g, 160g"})
  void nothingIsFound(String name, String memory) {
    Run run =
        Run.strata(
            "doctor",
            "--hbase-site=" + CONF.resolve("hbase-site-%s.xml".formatted(name)),
            "--hbase-env=" + CONF.resolve("hbase-env-%s.sh".formatted(name)),
            "--memory=" + memory);

    assertThat(run.status()).as(run.out() + run.err()).isZero();
    assertThat(run.out()).endsWith("No errors, warnings or notes.\n");
    assertThat(run.out().lines().filter(line -> !line.startsWith("hbase-")))
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    assertThat(run.out().chars()).as("no colours").noneMatch(c -> c == '\033');
  }
}
