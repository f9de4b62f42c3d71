package io.strata.doctor.env;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the command line equals that of HBase's start script. */
class EnvironmentTest {
  @Test
  void orderIsThatOfTheScript() {
    Environment environment =
        new Environment(
            Map.of(
                "HBASE_REGIONSERVER_OPTS", "-Xmx4g",
                "HBASE_OPTS", "  -Xmx2g\n -Dquoted='a b' ",
                "SERVER_GC_OPTS", "-Xmx3g",
                "HBASE_HEAPSIZE", "1000",
                "HBASE_OFFHEAPSIZE", "5G"));

    assertThat(environment.words())
        .extracting(Word::text)
        .containsExactly(
            "-Xmx1000m",
            "-XX:MaxDirectMemorySize=5G",
            "-Xmx2g",
            "-Dquoted='a",
            "b'",
            "-Xmx3g",
            "-Xmx4g");
  }

  @ParameterizedTest
  @CsvSource({
    "-Xmx1024, 1024",
    "-Xmx1k, 1024",
    "-Xmx2M, 2097152",
    "-Xmx3g, 3221225472",
    "-Xmx1T, 1099511627776",
    "-XX:MaxHeapSize=1m, 1048576",
  })
  void sizesAreParsedLikeByTheJvm(String option, long bytes) {
    assertThat(MemoryOption.HEAP.bytesIn(option)).hasValue(bytes);
  }

  @ParameterizedTest
  @CsvSource({"-Xmx", "-Xmx1gb", "-Xmx1.5g", "-Xmx-1g", "-Xmx 1g", "-Xmx99999999999999999g"})
  void optionThatTheJvmRejectsHasNoSize(String option) {
    assertThat(MemoryOption.HEAP.isIn(option)).isTrue();
    assertThat(MemoryOption.HEAP.bytesIn(option)).isEmpty();
  }
}
