package io.strata.perf.common;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JvmForkTest {
  /** The main class of the fork. */
  static final class Printing {
    private Printing() {}

    public static void main(String[] args) {
      JvmFork.print(args[0], 1.5);
      System.err.println("a complaint of " + System.getProperty("who"));
      System.exit(3);
    }
  }

  @Test
  void measureReturnsFiguresOutputAndStatus() throws Exception {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    Map<String, Double> figures = new HashMap<>();

    int status =
        new JvmFork(List.of("-Dwho=fork"), Printing.class, List.of("rate"))
            .measure(new PrintStream(log, true, UTF_8), figures::put);

    assertThat(status).isEqualTo(3);
    assertThat(figures).containsExactly(Map.entry("rate", 1.5));
    assertThat(log.toString(UTF_8)).contains("figure rate 1.5", "a complaint of fork");
  }

  @Test
  void aNameWithASpaceIsRejected() {
    assertThatThrownBy(() -> JvmFork.print("two words", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'two words'");
  }

  @Test
  void runKillsAProcessAtItsTimeLimit() throws Exception {
    assertThat(JvmFork.run(new ProcessBuilder("true"), Duration.ofMinutes(1))).hasValue(0);
    assertThat(JvmFork.run(new ProcessBuilder("sleep", "3600"), Duration.ofMillis(1))).isEmpty();
  }
}
