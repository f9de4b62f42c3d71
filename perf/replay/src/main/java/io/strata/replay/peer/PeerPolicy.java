package io.strata.replay.peer;

import static com.github.benmanes.caffeine.cache.simulator.policy.Policy.Characteristic.WEIGHTED;

import com.github.benmanes.caffeine.cache.simulator.policy.AccessEvent;
import com.github.benmanes.caffeine.cache.simulator.policy.Policy.PolicySpec;
import com.github.benmanes.caffeine.cache.simulator.policy.PolicyStats;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.strata.replay.policy.Hits;
import io.strata.replay.policy.Policy;
import io.strata.replay.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

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
  private final boolean weighted;

  private PeerPolicy(Family family, com.github.benmanes.caffeine.cache.simulator.policy.Policy it) {
    this.family = family;
    this.title = it.stats().name();
    PolicySpec spec = it.getClass().getAnnotation(PolicySpec.class);
    this.weighted = spec != null && List.of(spec.characteristics()).contains(WEIGHTED);
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
    family.with(SETTINGS).forEach(each -> members.add(new PeerPolicy(family, each)));
    return members;
  }

  @Override
  public String title() {
    return title;
  }

  /** Whether the simulator says that it takes blocks of different lengths. */
  boolean isWeighted() {
    return weighted;
  }

  @Override
  public int hits(Trace trace, int entries) {
    return (int) replay(trace, entries, block -> 1).count();
  }

  /**
   * Replays a trace on an empty cache.
   *
   * @param room what the cache holds, in the unit of the weights
   * @param weights of each block
   */
  Hits replay(Trace trace, long room, IntUnaryOperator weights) {
    var policy = made(room);
    PolicyStats stats = policy.stats();
    long bytes = 0;
    for (int place = 0; place < trace.length(); place++) {
      int block = trace.at(place);
      long before = stats.hitCount();
      policy.record(AccessEvent.forKeyAndWeight(block, weights.applyAsInt(block)));
      if (stats.hitCount() > before) {
        bytes += trace.lengthOf(block);
      }
    }
    policy.finished();
    if (stats.requestCount() != trace.length()) {
      throw new IllegalStateException(
          title + " counted " + stats.requestCount() + " accesses of " + trace.name() + ".");
    }
    return new Hits(stats.hitCount(), bytes);
  }

  private com.github.benmanes.caffeine.cache.simulator.policy.Policy made(long room) {
    Config settings = ConfigFactory.parseMap(Map.of("maximum-size", room)).withFallback(SETTINGS);
    for (var each : family.with(settings)) {
      if (each.stats().name().equals(title)) {
        return each;
      }
    }
    throw new IllegalStateException("The simulator makes no " + title + ".");
  }
}
