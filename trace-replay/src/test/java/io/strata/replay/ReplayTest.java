package io.strata.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ReplayTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Replay.run(new PrintWriter(out), new PrintWriter(err), arguments);
  }

  @Test
  void printsATable() {
    assertThat(run("--traces=multi1,cpp", "--percents=10,50")).as(err.toString()).isZero();

    assertThat(out.toString().lines()).hasSize(2 + 4 + 1);
    assertThat(out.toString())
        .startsWith("| trace | of footprint | blocks | Belady's optimum | LRU | Strata |\n")
        // LRU and the optimum as other simulators have them.
        .contains("| multi1 | 10 % | 260 | 52.74 | 43.42 |")
        .contains("| **mean** |");
  }

  @Test
  void saysWhatThereIs() {
    assertThat(run("--traces=multi9")).isEqualTo(2);
    assertThat(err.toString()).startsWith("There is no trace multi9: choose of multi1, multi2,");
    assertThat(run("--percents=0")).isEqualTo(2);
    assertThat(err.toString()).contains("--percents=0 is no size: give 1 to 100.");
  }
}
