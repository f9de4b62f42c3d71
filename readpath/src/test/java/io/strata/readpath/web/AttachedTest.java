package io.strata.readpath.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.AttachStatistics;
import org.junit.jupiter.api.Test;

/** Tests the sentence about memory that outlives the process, at each stage of a restart. */
class AttachedTest {
  private static final long TIER_BYTES = 1_000_000;

  private static String sentence(AttachStatistics now) {
    return Attached.sentence(now, TIER_BYTES);
  }

  @Test
  void emptyMemoryStartsEmpty() {
    assertThat(sentence(new AttachStatistics(0, 0, 0, 0, 5_000_000, true)))
        .isEqualTo("Started empty: see the server's log for the cause.");
  }

  @Test
  void progressIsReportedInBuckets() {
    assertThat(sentence(new AttachStatistics(200, 68, 900, 300_000, 5_000_000, false)))
        .startsWith("Attaching to the blocks of the previous process: 34 % of the buckets");
  }

  @Test
  void resultIsReportedInBlocksAndTheirShareOfTheTier() {
    assertThat(sentence(new AttachStatistics(200, 200, 12_345, 982_000, 412_345_678, true)))
        .isEqualTo(
            "Attached 12,345 blocks of the previous process (98.2 % of the tier's bytes), indexed"
                + " in 412 ms.");
    assertThat(sentence(new AttachStatistics(200, 200, 0, 0, 2_460_000_000L, true)))
        .isEqualTo(
            "Attached 0 blocks of the previous process (0.0 % of the tier's bytes), indexed in 2.5"
                + " s.");
  }
}
