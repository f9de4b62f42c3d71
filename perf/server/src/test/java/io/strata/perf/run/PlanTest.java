package io.strata.perf.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final Memory MEMORY = new Memory(2_048, 4_096);
  private static final long GIGABYTE = 1 << 30;
  private static final List<Configuration> THREE =
      List.of(Configuration.LRU, Configuration.COMBINED_OFFHEAP, Configuration.STRATA_OFFHEAP);

  @Test
  void configurationsRotateFromRoundToRound() {
    Study study = LoadingsStudy.ofLoadings(MEMORY, false);
    List<Trial> trials = plan(study).trials();

    assertThat(trials).hasSize(9);
    for (int i = 0; i < 3; i++) {
      int position = i;
      Set<Configuration> there =
          List.of(0, 1, 2).stream()
              .map(round -> trials.get(3 * round + position).configuration())
              .collect(Collectors.toSet());
      assertThat(there).hasSize(3);
    }
  }

  @Test
  void collectorsFollowEachOtherOnEachConfiguration() {
    assertThat(plan(LoadingsStudy.ofCollectors(MEMORY, false)).trials().subList(0, 3))
        .containsExactly(
            new Trial(Configuration.LRU, Collector.G1, 1),
            new Trial(Configuration.LRU, Collector.ZGC, 1),
            new Trial(Configuration.COMBINED_OFFHEAP, Collector.G1, 1));
  }

  @Test
  void trialHasAllStudiesOfAConfiguration() {
    Study loadings = LoadingsStudy.ofLoadings(MEMORY, false);
    Study collectors = LoadingsStudy.ofCollectors(MEMORY, false);
    Study published = new PublishedStudy(MEMORY, List.of(1));
    List<Configuration> two = List.of(Configuration.META_ONLY, Configuration.STRATA_OFFHEAP);
    Plan plan = new Plan(List.of(loadings, collectors, published), two, 1, MEMORY, Plan.MIN_SAMPLE);
    Trial metaOnly = new Trial(Configuration.META_ONLY, Collector.G1, 1);
    Trial strata = new Trial(Configuration.STRATA_OFFHEAP, Collector.G1, 1);
    Trial strataWithZgc = new Trial(Configuration.STRATA_OFFHEAP, Collector.ZGC, 1);

    assertThat(plan.trials()).containsExactly(metaOnly, strata, strataWithZgc);
    assertThat(plan.studies(metaOnly)).containsExactly(loadings);
    assertThat(plan.studies(strata)).containsExactly(loadings, collectors, published);
    assertThat(plan.studies(strataWithZgc)).containsExactly(collectors);
    assertThat(plan.samples()).isEqualTo(8 + 8 + 4 + 3 + 4);
  }

  @Test
  void samplesSharedByTwoStudiesAreMeasuredOnce() {
    Study loadings = LoadingsStudy.ofLoadings(MEMORY, true);
    Study collectors = LoadingsStudy.ofCollectors(MEMORY, true);
    Plan plan = plan(loadings, collectors);
    Trial g1 = new Trial(Configuration.LRU, Collector.G1, 1);
    Trial zgc = new Trial(Configuration.LRU, Collector.ZGC, 1);
    assertThat(plan.planned(collectors, g1)).isZero();
    assertThat(plan.planned(collectors, zgc)).isPositive();
    assertThat(loadings.profiles()).isEqualTo(collectors.profiles());
  }

  @Test
  void sharedTableIsCreatedOnce() {
    Study loadings = LoadingsStudy.ofLoadings(MEMORY, false);
    Study collectors = LoadingsStudy.ofCollectors(MEMORY, false);
    Plan plan = plan(loadings, collectors);
    assertThat(plan.tables(loadings)).containsOnlyKeys("cells", "cold-cells");
    assertThat(plan.tables(collectors)).isEmpty();
    assertThat(plan.loading(collectors)).isZero();
    assertThat(plan(collectors).tables(collectors)).containsOnlyKeys("cells");
  }

  @Test
  void configurationsThatAStudyDoesNotMeasureAreLeftOut() {
    List<Configuration> with = List.of(Configuration.COMBINED_FILE, Configuration.STRATA_OFFHEAP);
    Plan plan = new Plan(List.of(YcsbStudy.ofAll(MEMORY)), with, 1, MEMORY, Plan.MIN_SAMPLE);
    assertThat(plan.trials())
        .extracting(Trial::configuration)
        .containsExactly(Configuration.STRATA_OFFHEAP);
  }

  @Test
  void samplesFillTheTimeLimit() {
    Plan plan =
        plan(new PublishedStudy(MEMORY, PublishedStudy.THREADS)).within(Duration.ofHours(2));
    assertThat(plan.planned()).isBetween(Duration.ofMinutes(115), Duration.ofHours(2));
    assertThat(plan.sample().toMillis() % 250).isZero();
    assertThat(plan.warmUp().toMillis() % 250).isZero();
  }

  @Test
  void timeLimitThatIsTooShortIsRejected() {
    Plan plan = plan(YcsbStudy.ofAll(MEMORY));
    assertThatThrownBy(() -> plan.within(Duration.ofMinutes(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("--minutes=1: the comparison takes at least \\d+\\. Raise it, or .*");
    String message = messageOf(plan);
    int min = Integer.parseInt(message.replaceAll(".*at least (\\d+).*", "$1"));
    assertThat(plan.within(Duration.ofMinutes(min)).sample())
        .isGreaterThanOrEqualTo(Plan.MIN_SAMPLE);
  }

  private static String messageOf(Plan plan) {
    try {
      plan.within(Duration.ZERO);
      return "";
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void memoryIncludesTheServerTheClientsAndThePageCache() {
    long server = MEMORY.total() * Memory.MEGABYTE;
    long published = plan(new PublishedStudy(MEMORY, List.of(1))).memoryBytes();
    assertThat(published).isBetween(server + 3 * GIGABYTE, 2 * server);
    // The page cache must hold twice the size of the cache.
    assertThat(plan(LoadingsStudy.ofLoadings(MEMORY, false)).memoryBytes())
        .isEqualTo(published + 8 * GIGABYTE);
  }

  @Test
  void sharedTableCountsOnceForTheDisk() {
    long once = plan(LoadingsStudy.ofLoadings(MEMORY, false)).diskBytes();
    assertThat(once).isGreaterThan(20 * GIGABYTE + MEMORY.cacheBytes());
    assertThat(
            plan(LoadingsStudy.ofLoadings(MEMORY, false), LoadingsStudy.ofCollectors(MEMORY, false))
                .diskBytes())
        .isEqualTo(once);
    assertThat(plan(LoadingsStudy.ofLoadings(MEMORY, false), YcsbStudy.ofAll(MEMORY)).diskBytes())
        .isGreaterThan(once + 6 * GIGABYTE);
  }

  private static Plan plan(Study... studies) {
    return new Plan(List.of(studies), THREE, 3, MEMORY, Plan.MIN_SAMPLE);
  }
}
