package io.strata.perf.common.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.Interval;
import io.strata.perf.common.Markdown;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultPageTest {
  private static final ResultPage PAGE =
      ResultPage.of(
          "PAGE.md",
          """
          # Title

          - Date: 2026-11-25 21:23 UTC, 12 minutes
          - Disk: ext4, Strata past the page cache
          - Strata: 424e97e-dirty

          | measure | aim | A | B |
          |---|--:|--:|--:|
          | *group* | | | |
          | hits | | **8 k/s** (7 k/s–9 k/s) | |
          | misses | ≤ 1 | 2 \\| 3 | – |

          ```
          # no heading
          ```

          ## Other

          - Strata: a6174b6

          ### Below

          | cache | share |
          |---|--:|
          | hits | 0.5 |

          | load | pair |
          |---|--:|
          | gets | **1.500 (1.400–1,600)** |
          | scans | – |

          ## Last
          """);

  @ParameterizedTest
  @CsvSource({
    "- Strata: 424e97e, 424e97e",
    "- HBase 2.6.4-hadoop3; Strata a6174b6, a6174b6",
    "'- Versions: Strata 985e2c0, OpenJDK', 985e2c0",
    "- Strata: v0.1-12-g985e2c0-dirty, 985e2c0"
  })
  void commitIsReadFromTheFacts(String fact, String commit) {
    assertThat(Provenance.of("", List.of("- Begin: 2026-11-22T04:42:58Z", fact)))
        .contains(new Provenance("", commit, "2026-11-22"));
  }

  @Test
  void sectionsMayNameTheirOwnCommit() throws BenchException {
    assertThat(PAGE.provenance())
        .containsExactly(
            new Provenance("", "424e97e", "2026-11-25"), new Provenance("Other", "a6174b6", ""));
    assertThat(PAGE.provenance("Other").commit()).isEqualTo("a6174b6");
    assertThat(PAGE.provenance("Last").commit()).isEqualTo("424e97e");
  }

  @Test
  void figureHasNeitherEmphasisNorRange() throws BenchException {
    assertThat(PAGE.figure("", "hits", "A")).isEqualTo("8 k/s");
  }

  @Test
  void ratioHasItsInterval() throws BenchException {
    assertThat(PAGE.ratio("Other", "gets", "pair")).isEqualTo(new Interval(1.4, 1.5, 1_600));
    assertThat(PAGE.text("Other", "gets", "pair")).isEqualTo("**1.500 (1.400–1,600)**");
    assertThat(PAGE.ratio("Other", "scans", "pair")).isEqualTo(Interval.NONE);
  }

  @Test
  void sectionIncludesThoseBelowIt() throws BenchException {
    assertThat(PAGE.figure("Other", "hits", "share")).isEqualTo("0.5");
    assertThatThrownBy(() -> PAGE.figure("Last", "hits", "share"))
        .isInstanceOf(BenchException.class)
        .hasMessage(
            "perf/results/PAGE.md: has no row \"hits\" in section \"Last\". Name the row as the"
                + " page does.");
  }

  @ParameterizedTest
  @CsvSource({"hits, B", "hits, C"})
  void missingCellIsRejected(String row, String column) {
    assertThatThrownBy(() -> PAGE.figure("", row, column))
        .isInstanceOf(BenchException.class)
        .hasMessage(
            "perf/results/PAGE.md: has no figure in row \"%s\", column \"%s\". Name another."
                .formatted(row, column));
  }

  @Test
  void excerptLeavesEmptyColumnsOut() throws BenchException {
    assertThat(Markdown.compact(PAGE.excerpt("", List.of("hits"))))
        .isEqualTo(
            """
            | measure | A |
            |---|--:|
            | hits | **8 k/s** (7 k/s–9 k/s) |
            """);
    assertThat(PAGE.excerpt("", List.of("hits", "misses")).columns()).hasSize(3);
  }
}
