package io.strata.l1;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;

/** The invariants of an idle tier. */
final class Invariants {

  private Invariants() {}

  static void check(OnHeapTier<Key, String> tier, CountingListener listener) {
    tier.cleanUp();
    long weight = 0;
    long inMemoryWeight = 0;
    long count = 0;
    Set<Key> keys = new HashSet<>();
    for (var entry : tier) {
      weight += entry.weight();
      inMemoryWeight += entry.inMemory() ? entry.weight() : 0;
      count++;
      assertThat(keys.add(entry.key())).as("%s lies in one region only", entry.key()).isTrue();
      assertThat(tier.peek(entry.key())).isSameAs(entry);
    }
    assertThat(tier.weight()).as("counted weight").isEqualTo(weight);
    assertThat(tier.inMemoryWeight()).as("counted in-memory weight").isEqualTo(inMemoryWeight);
    assertThat(tier.entryCount()).as("entries").isEqualTo(count);
    assertThat(listener.added.sum() - listener.left()).as("entries reported").isEqualTo(count);
    assertThat(tier.weight()).as("weight").isLessThanOrEqualTo(tier.maximumWeight());
  }
}
