package io.strata.perf.bench.hits;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HitsBenchTest {
  @Test
  void rejectsAFolderThatIsNoBuiltClone(@TempDir Path folder) {
    assertThat(rejection(folder.toString()))
        .startsWith(
            folder
                + " is no built clone of Strata: it has no perf/engine/target/class-path."
                + " Run there: ./mvnw package -DskipTests.");
  }

  @Test
  void rejectsInvalidOptions() {
    assertThat(rejection("--processes=1", "any"))
        .startsWith("--processes=1: out of range. Use 2 to 100.");
    assertThat(rejection()).contains("<clone>").hasLineCount(1);
  }

  private static String rejection(String... args) {
    StringWriter err = new StringWriter();
    int code = HitsBench.commandLine().setErr(new PrintWriter(err, true)).execute(args);
    assertThat(code).isEqualTo(2);
    return err.toString();
  }
}
