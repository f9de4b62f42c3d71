package io.strata.perf.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class MarkdownTest {
  @Test
  void alignsTheFirstColumnToTheLeftAndTheOthersToTheRight() {
    Table table = new Table("", "a", "longer");
    table.add("first", "10", "1");
    table.add("x", "2", "");

    assertThat(Markdown.of(table))
        .isEqualTo(
            """
            |       |  a | longer |
            |-------|---:|-------:|
            | first | 10 |      1 |
            | x     |  2 |        |
            """);
  }

  @Test
  void rejectsRowsOfAnotherLength() {
    Table table = new Table("a", "b");

    assertThatIllegalArgumentException().isThrownBy(() -> table.add("1"));
  }
}
