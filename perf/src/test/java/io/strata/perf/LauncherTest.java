package io.strata.perf;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.BuildTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands on a machine without a JDK 17: one sentence, before anything is built. */
class LauncherTest {
  @TempDir Path home;

  @ParameterizedTest
  @ValueSource(strings = {"compare", "bench"})
  void says_what_to_install_where_there_is_no_java(String command) throws Exception {
    assertThat(refusal(command))
        .isEqualTo(
            "There is no %s/bin/java: install a JDK 17 and let JAVA_HOME name it.\n"
                .formatted(home));
  }

  @ParameterizedTest
  @ValueSource(strings = {"compare", "bench"})
  void says_what_to_install_where_java_is_another_one(String command) throws Exception {
    fakeJava("echo '    java.specification.version = 11' >&2");

    assertThat(refusal(command))
        .startsWith(home + "/bin/java is version 11: install a JDK 17, ")
        .endsWith(" and let JAVA_HOME name it.\n")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"compare", "bench"})
  void says_what_to_install_where_java_does_not_run(String command) throws Exception {
    fakeJava("exit 1");

    assertThat(refusal(command))
        .startsWith(home + "/bin/java is version unknown: install a JDK 17, ")
        .hasLineCount(1);
  }

  private void fakeJava(String script) throws IOException {
    Path java = Files.createDirectory(home.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\n" + script + "\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
  }

  private String refusal(String command) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(BuildTree.root().resolve(command).toString()).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", home.toString());
    Process run = builder.start();
    String said = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(run.waitFor()).as(said).isEqualTo(1);
    return said;
  }
}
