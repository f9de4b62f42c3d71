package io.strata.perf.compare;

import static io.strata.perf.compare.Cache.BUCKET_CACHE;
import static io.strata.perf.compare.Cache.STRATA;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlanTest {
  private static final Scale SCALE = new Scale(1);

  @Test
  void turns_the_order_of_the_caches_round_with_each_pass() {
    assertThat(new Plan(SCALE, 3, 2, 500_000, STRATA, false).runs())
        .extracting(Plan.Run::cache)
        .containsExactly(BUCKET_CACHE, STRATA, STRATA, BUCKET_CACHE, BUCKET_CACHE, STRATA);
  }

  @Test
  void ends_with_churn_if_asked_to() {
    assertThat(new Plan(SCALE, 1, 2, 500_000, STRATA, true).runs())
        .extracting(Plan.Run::setup)
        .containsExactly(Setup.ALL_HITS, Setup.ALL_HITS, Setup.CHURN, Setup.CHURN);
  }

  @Test
  void gives_both_caches_room_for_the_data_or_for_a_part_of_them() {
    long cache = Setup.ALL_HITS.cacheMegabytes(SCALE.dataBytes()) * Scale.MEGABYTE;
    long small = Setup.CHURN.cacheMegabytes(SCALE.dataBytes()) * Scale.MEGABYTE;

    assertThat(cache).isGreaterThan(SCALE.dataBytes() * 5 / 4);
    assertThat(small).isLessThan(SCALE.dataBytes() * 3 / 4);
    assertThat(SCALE.directMemoryMegabytes() * Scale.MEGABYTE).isGreaterThan(cache);
  }
}
