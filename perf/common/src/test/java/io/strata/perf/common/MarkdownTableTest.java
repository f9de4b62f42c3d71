package io.strata.perf.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class MarkdownTableTest {
  @Test
  void aligns_the_first_column_to_the_left_and_the_others_to_the_right() {
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
  void refuses_rows_of_another_length() {
    MarkdownTable table = new MarkdownTable("a", "b");

    assertThatIllegalArgumentException().isThrownBy(() -> table.add("1"));
  }
}
