package io.strata.perf.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FiguresTest {
  private enum Cache {
    FIRST,
    SECOND
  }

  @Test
  void rawDataHasEachRound() {
    Figures<Cache> figures = new Figures<>(Cache.class);
    figures.add("hits, 1 thread", Cache.SECOND, 2);
    figures.add("hits, 1 thread", Cache.FIRST, 1.5);
    figures.add("hits, 1 thread", Cache.FIRST, 0.1);
    figures.add("heap", Cache.FIRST, Double.NaN);

    assertThat(figures.tsv())
        .isEqualTo(
            """
            subject\tfigure\trounds
            FIRST\thits, 1 thread\t1.5\t0.1
            FIRST\theap\tNaN
            SECOND\thits, 1 thread\t2.0
            """);
  }
}
