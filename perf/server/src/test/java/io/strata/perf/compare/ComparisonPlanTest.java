package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.perf.run.Memory;
import io.strata.perf.run.PairedPlan;
import io.strata.perf.run.PairedPlan.LoadStep;
import io.strata.perf.run.PairedPlan.Match;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonPlanTest {
  private static final Memory MEMORY = new Memory(1_024, 512);
  private static final Map<ComparedPair, List<ComparedLoad>> ALL = all();

  private static Map<ComparedPair, List<ComparedLoad>> all() {
    Map<ComparedPair, List<ComparedLoad>> all = new LinkedHashMap<>();
    for (ComparedPair pair : ComparedPair.values()) {
      all.put(pair, pair.loads());
    }
    return all;
  }

  @Test
  void slicesFillMostOfTheTime() {
    ComparisonPlan plan = within(60);
    long millis = 0;
    for (Match match : plan.missing((pair, load) -> false).matches()) {
      for (LoadStep step : match.steps()) {
        assertThat(step.pairs() % 2).isZero();
        millis += step.pairs() * 2L * plan.slice().toMillis() + 2 * plan.warmUp().toMillis();
      }
    }
    assertThat(Duration.ofMillis(millis)).isBetween(Duration.ofMinutes(30), Duration.ofMinutes(55));
    assertThat(within(120).pairs()).isGreaterThan(2 * plan.pairs());
  }

  @Test
  void suggestedTimeIsAccepted() {
    assertThatThrownBy(() -> within(2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("--minutes=2: is too short .* Set it to at least \\d+, or choose .*");
    int min = 2;
    while (isTooShort(min)) {
      min++;
    }
    int suggested = min;
    assertThatThrownBy(() -> within(2)).hasMessageContaining("at least " + suggested + ",");
    assertThat(within(suggested).pairs()).isGreaterThanOrEqualTo(4);
  }

  private static boolean isTooShort(int minutes) {
    try {
      within(minutes);
      return false;
    } catch (IllegalArgumentException e) {
      return true;
    }
  }

  @Test
  void controlHasTheFirstConfigurationTwiceAndAllLoads() {
    ComparisonPlan plan = within(60);
    List<Match> controls =
        plan.missing((pair, load) -> false).matches().stream().filter(Match::control).toList();
    assertThat(controls).hasSize(1);
    assertThat(controls.get(0).first()).isEqualTo(controls.get(0).second());
    assertThat(controls.get(0).steps())
        .hasSize(ComparedLoad.values().length)
        .allMatch(step -> step.pairs() == (step.pace().isPaced() ? 3 : 1) * plan.pairs());
  }

  @Test
  void measuredLoadsAreLeftOut() {
    PairedPlan missing =
        within(60)
            .missing((pair, load) -> pair != ComparedPair.LRU || load == ComparedLoad.HIT_GET);
    assertThat(missing.matches()).hasSize(1);
    assertThat(missing.matches().get(0).first().configuration().id()).isEqualTo("lru");
    assertThat(missing.matches().get(0).steps())
        .hasSize(ComparedPair.LRU.loads().size() - 1)
        .noneMatch(step -> step.name().equals(ComparedLoad.HIT_GET.title()));
    assertThat(within(60).missing((pair, load) -> true).matches()).isEmpty();
  }

  @Test
  void titlesFitTheRawData() {
    for (ComparedLoad load : ComparedLoad.values()) {
      assertThat(load.title()).doesNotContain(",");
    }
    assertThat(ALL.keySet()).extracting(ComparedPair::file).doesNotHaveDuplicates();
  }

  @Test
  void onlyTheTitlesOfPacedLoadsNameARate() {
    for (ComparedLoad load : ComparedLoad.values()) {
      assertThat(load.step(2).pace().isPaced())
          .as(load.title())
          .isEqualTo(load.title().contains("at a fixed rate"));
    }
  }

  private static ComparisonPlan within(int minutes) {
    return ComparisonPlan.within(Duration.ofMinutes(minutes), ALL, MEMORY, 8);
  }
}
