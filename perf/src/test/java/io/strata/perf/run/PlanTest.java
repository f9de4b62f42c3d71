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
  private static final List<Deploy> THREE =
      List.of(Deploy.LRU, Deploy.COMBINED_OFFHEAP, Deploy.STRATA_OFFHEAP);

  @Test
  void hasEachDeployInEachPlaceOnce() {
    Study study = LoadingsStudy.ofLoadings(MEMORY, false);
    List<Life> lives = plan(study).lives();

    assertThat(lives).hasSize(9);
    for (int place = 0; place < 3; place++) {
      int inRound = place;
      Set<Deploy> there =
          List.of(0, 1, 2).stream()
              .map(round -> lives.get(3 * round + inRound).deploy())
              .collect(Collectors.toSet());
      assertThat(there).hasSize(3);
    }
  }

  @Test
  void measuresCollectorsOneAfterTheOtherOnEachDeploy() {
    assertThat(plan(LoadingsStudy.ofCollectors(MEMORY, false)).lives().subList(0, 3))
        .containsExactly(
            new Life(Deploy.LRU, Collector.G1, 1),
            new Life(Deploy.LRU, Collector.ZGC, 1),
            new Life(Deploy.COMBINED_OFFHEAP, Collector.G1, 1));
  }

  @Test
  void measuresAllStudiesOfADeployInOneLife() {
    Study loadings = LoadingsStudy.ofLoadings(MEMORY, false);
    Study collectors = LoadingsStudy.ofCollectors(MEMORY, false);
    Study published = new PublishedStudy(MEMORY, List.of(1));
    List<Deploy> two = List.of(Deploy.META_ONLY, Deploy.STRATA_OFFHEAP);
    Plan plan = new Plan(List.of(loadings, collectors, published), two, 1, MEMORY);
    Life metaOnly = new Life(Deploy.META_ONLY, Collector.G1, 1);
    Life strata = new Life(Deploy.STRATA_OFFHEAP, Collector.G1, 1);
    Life strataWithZgc = new Life(Deploy.STRATA_OFFHEAP, Collector.ZGC, 1);

    assertThat(plan.lives()).containsExactly(metaOnly, strata, strataWithZgc);
    assertThat(plan.studies(metaOnly)).containsExactly(loadings);
    assertThat(plan.studies(strata)).containsExactly(loadings, collectors, published);
    assertThat(plan.studies(strataWithZgc)).containsExactly(collectors);
    assertThat(plan.samples()).isEqualTo(8 + 8 + 4 + 3 + 4);
  }

  @Test
  void measuresOnceWhatTwoStudiesShow() {
    Study loadings = LoadingsStudy.ofLoadings(MEMORY, true);
    Study collectors = LoadingsStudy.ofCollectors(MEMORY, true);
    Phases phases = Phases.of(Duration.ofSeconds(5));
    Plan plan = plan(loadings, collectors);
    Life g1 = new Life(Deploy.LRU, Collector.G1, 1);
    Life zgc = new Life(Deploy.LRU, Collector.ZGC, 1);
    assertThat(plan.planned(collectors, g1, phases)).isZero();
    assertThat(plan.planned(collectors, zgc, phases)).isPositive();
    assertThat(loadings.profiles()).isEqualTo(collectors.profiles());
  }

  @Test
  void makesATableOnce() {
    Study loadings = LoadingsStudy.ofLoadings(MEMORY, false);
    Study collectors = LoadingsStudy.ofCollectors(MEMORY, false);
    Plan plan = plan(loadings, collectors);
    assertThat(plan.tables(loadings)).containsOnlyKeys("cells", "cold-cells");
    assertThat(plan.tables(collectors)).isEmpty();
    assertThat(plan.loading(collectors)).isZero();
    assertThat(plan(collectors).tables(collectors)).containsOnlyKeys("cells");
  }

  @Test
  void leavesOutWhatAStudyDoesNotMeasure() {
    List<Deploy> with = List.of(Deploy.COMBINED_FILE, Deploy.STRATA_OFFHEAP);
    Plan plan = new Plan(List.of(YcsbStudy.ofAll(MEMORY)), with, 1, MEMORY);
    assertThat(plan.lives()).extracting(Life::deploy).containsExactly(Deploy.STRATA_OFFHEAP);
  }

  @Test
  void fillsTheTimeThatItIsGiven() {
    Plan plan = plan(new PublishedStudy(MEMORY, PublishedStudy.THREADS));
    Phases phases = plan.phases(Duration.ofHours(2));
    Duration whole = plan.planned(phases);
    assertThat(whole).isBetween(Duration.ofMinutes(115), Duration.ofHours(2));
    assertThat(phases.sample().toMillis() % 250).isZero();
  }

  @Test
  void saysHowLongItTakesAtLeast() {
    Plan plan = plan(YcsbStudy.ofAll(MEMORY));
    assertThatThrownBy(() -> plan.phases(Duration.ofMinutes(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("This comparison takes \\d+ minutes at least: give --minutes .*");
    String said = messageOf(plan);
    int least = Integer.parseInt(said.replaceAll("\\D+(\\d+).*", "$1"));
    assertThat(plan.phases(Duration.ofMinutes(least)).sample())
        .isGreaterThanOrEqualTo(Phases.SHORTEST);
  }

  private static String messageOf(Plan plan) {
    try {
      plan.phases(Duration.ZERO);
      return "";
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static Plan plan(Study... studies) {
    return new Plan(List.of(studies), THREE, 3, MEMORY);
  }
}
