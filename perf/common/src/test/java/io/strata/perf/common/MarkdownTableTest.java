package io.strata.perf.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class MarkdownTableTest {
  @Test
  void alignsTheFirstColumnToTheLeftAndTheOthersToTheRight() {
    MarkdownTable table = new MarkdownTable("", "a", "longer");
    table.add("first", "10", "1");
    table.add("x", "2", "");

    assertThat(table.text())
        .isEqualTo(
            """
            |       |  a | longer |
            |-------|---:|-------:|
            | first | 10 |      1 |
            | x     |  2 |        |
            """);
  }

  @Test
  void refusesRowsOfAnotherLength() {
    MarkdownTable table = new MarkdownTable("a", "b");

    assertThatIllegalArgumentException().isThrownBy(() -> table.add("1"));
  }
}
