package io.strata.l1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class SharedBudgetTest {
  private static final int ENTRIES = 100;
  private static final int WEIGHT = 10;

  private final AtomicBoolean noHeap = new AtomicBoolean();

  /** A key whose hash computation, as by eviction, can fail for lack of heap. */
  private final class FailingKey {
    private final int number;

    FailingKey(int number) {
      this.number = number;
    }

    @Override
    public int hashCode() {
      if (noHeap.get()) {
        throw new OutOfMemoryError("on purpose");
      }
      return number;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof FailingKey key && key.number == number;
    }
  }

  @Test
  void regionAdjustsToItsMaximumAfterAFailedAttempt() {
    var budget =
        new SharedBudget<FailingKey, String>((long) ENTRIES * WEIGHT, (key, entry, cause) -> {});
    for (int i = 0; i < ENTRIES; i++) {
      FailingKey key = new FailingKey(i);
      budget.ordinary().put(key, new TierEntry<>(key, "v", "group", WEIGHT, false, i));
    }
    noHeap.set(true);
    assertThatThrownBy(() -> budget.setMaximum(WEIGHT)).isInstanceOf(OutOfMemoryError.class);
    noHeap.set(false);

    budget.setMaximum(ENTRIES / 2 * WEIGHT);
    budget.ordinary().cleanUp();
    assertThat(budget.ordinary().estimatedSize()).isEqualTo(ENTRIES / 2);
    assertThat(budget.ordinary().policy().eviction().orElseThrow().getMaximum())
        .isEqualTo(ENTRIES / 2 * WEIGHT);
  }
}
