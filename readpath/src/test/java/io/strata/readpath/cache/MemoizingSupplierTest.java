package io.strata.readpath.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MemoizingSupplierTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5_000);
  private final AtomicInteger made = new AtomicInteger();

  /** The clock of a JVM has an arbitrary origin, and may overflow to negative numbers. */
  @Test
  void recomputesAtOnePercentOfTheTime() {
    MemoizingSupplier<Integer> value =
        new MemoizingSupplier<>(
            () -> {
              now.addAndGet(100);
              return made.incrementAndGet();
            },
            now::get);
    for (int i = 1; i < 4; i++) {
      assertThat(value.get()).isEqualTo(i);
      assertThat(value.get()).as("at once").isEqualTo(i);
      now.addAndGet(9_999);
      assertThat(value.get()).isEqualTo(i);
      now.addAndGet(1);
    }
  }

  @Test
  void recomputesEachTimeWithoutCost() {
    MemoizingSupplier<Integer> value = new MemoizingSupplier<>(made::incrementAndGet, now::get);
    assertThat(value.get()).isEqualTo(1);
    assertThat(value.get()).isEqualTo(2);
  }
}
