package io.strata.replay.peer;

import com.github.benmanes.caffeine.cache.simulator.policy.AccessEvent;
import com.github.benmanes.caffeine.cache.simulator.policy.PolicyStats;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.strata.replay.policy.Policy;
import io.strata.replay.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A policy of Caffeine's simulator: not a model of it, but the simulator's own class, with the
 * settings that its authors ship. All accesses count, from the first on.
 *
 * <p>Those that draw lots start from the same seed each time; the product Caffeine does not, and
 * its figures differ a little from run to run. It is Caffeine as this build has it everywhere,
 * newer than the simulator.
 */
public final class PeerPolicy implements Policy {
  /**
   * Without the third admission that there is, by what the trace holds next: no policy can know
   * that.
   */
  private static final Config SETTINGS =
      ConfigFactory.parseMap(Map.of("admission", List.of("Always", "TinyLfu")))
          .withFallback(ConfigFactory.load().getConfig("caffeine.simulator"));

  private final Family family;
  private final String title;

  private PeerPolicy(Family family, String title) {
    this.family = family;
    this.title = title;
  }

  /** Policies that the simulator makes together: by each admission, or by each way to adapt. */
  @FunctionalInterface
  interface Family {
    Iterable<? extends com.github.benmanes.caffeine.cache.simulator.policy.Policy> with(
        Config settings);
  }

  /** The members of a family, by the names that the simulator gives them. */
  static List<PeerPolicy> of(Family family) {
    List<PeerPolicy> members = new ArrayList<>();
    family.with(SETTINGS).forEach(each -> members.add(new PeerPolicy(family, each.stats().name())));
    return members;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public int hits(Trace trace, int entries) {
    var policy = made(entries);
    for (int place = 0; place < trace.length(); place++) {
      policy.record(AccessEvent.forKey(trace.at(place)));
    }
    policy.finished();
    PolicyStats stats = policy.stats();
    if (stats.requestCount() != trace.length()) {
      throw new IllegalStateException(
          title + " counted " + stats.requestCount() + " accesses of " + trace.name() + ".");
    }
    return Math.toIntExact(stats.hitCount());
  }

  private com.github.benmanes.caffeine.cache.simulator.policy.Policy made(int entries) {
    Config settings =
        ConfigFactory.parseMap(Map.of("maximum-size", entries)).withFallback(SETTINGS);
    for (var each : family.with(settings)) {
      if (each.stats().name().equals(title)) {
        return each;
      }
    }
    throw new IllegalStateException("The simulator makes no " + title + ".");
  }
}
