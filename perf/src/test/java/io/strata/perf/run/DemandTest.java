package io.strata.perf.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DemandTest {
  private static final Memory MEMORY = new Memory(2_048, 4_096);
  private static final long GIGABYTE = 1 << 30;

  @Test
  void ofMemoryIsWhatTheDeploysAreGivenAndMore() {
    long server = MEMORY.total() * Memory.MEGABYTE;
    long published = of(new PublishedStudy(MEMORY, List.of(1))).memoryBytes();
    assertThat(published).isBetween(server + 3 * GIGABYTE, 2 * server);
    // The operating system is to cache twice as much as the cache.
    assertThat(of(LoadingsStudy.ofLoadings(MEMORY, false)).memoryBytes())
        .isEqualTo(published + 8 * GIGABYTE);
  }

  @Test
  void ofDiskCountsATableOnce() {
    long once = of(LoadingsStudy.ofLoadings(MEMORY, false)).diskBytes();
    assertThat(once).isGreaterThan(20 * GIGABYTE + MEMORY.cacheBytes());
    assertThat(
            of(LoadingsStudy.ofLoadings(MEMORY, false), LoadingsStudy.ofCollectors(MEMORY, false))
                .diskBytes())
        .isEqualTo(once);
    assertThat(of(LoadingsStudy.ofLoadings(MEMORY, false), YcsbStudy.ofAll(MEMORY)).diskBytes())
        .isGreaterThan(once + 6 * GIGABYTE);
  }

  private static Demand of(Study... studies) {
    return new Demand(new Plan(List.of(studies), List.of(Deploy.LRU), 1, MEMORY));
  }
}
