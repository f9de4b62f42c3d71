package io.strata.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ThinningTest {
  @Test
  void shortSeriesStayWhole() {
    assertThat(Thinning.indexes(List.of(3L, 1L, 2L), 3)).containsExactly(0, 1, 2);
    assertThat(Thinning.indexes(List.of(), 3)).isEmpty();
  }

  @Test
  void longSeriesKeepTheirDipsAndPeaks() {
    List<Long> values =
        LongStream.range(0, 1000).map(i -> i == 537 ? 2 : i == 538 ? 900 : 100).boxed().toList();
    assertThat(Thinning.indexes(values, 20)).hasSizeLessThanOrEqualTo(20).contains(537, 538);
  }
}
