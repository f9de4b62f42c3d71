package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CountersTest {
  @Test
  void differ_by_what_happened_in_between_but_keep_the_size() {
    Counters before = new Counters(100, Map.of(1L, 10L), 1, 5, 20, 2, 30, 3, 4000, 40);
    Counters after = new Counters(350, Map.of(1L, 17L), 3, 9, 25, 2, 90, 23, 5000, 50);

    Counters during = after.since(before);

    assertThat(during).isEqualTo(new Counters(250, Map.of(1L, 7L), 2, 4, 5, 0, 60, 20, 5000, 50));
    assertThat(during.l1HitRatio()).isEqualTo(1);
    assertThat(during.l2HitRatio()).isEqualTo(0.75);
  }

  @Test
  void count_a_new_thread_whole_and_forget_one_that_ended() {
    Counters before = allocated(Map.of(1L, 1000L, 2L, 5000L));
    Counters after = allocated(Map.of(1L, 1300L, 3L, 40L));

    assertThat(after.since(before).allocatedBytes()).isEqualTo(340);
  }

  @Test
  void have_no_hit_ratio_where_nothing_was_looked_up() {
    assertThat(allocated(Map.of()).l2HitRatio()).isNaN();
  }

  private static Counters allocated(Map<Long, Long> byThread) {
    return new Counters(0, byThread, 0, 0, 0, 0, 0, 0, 0, 0);
  }
}
