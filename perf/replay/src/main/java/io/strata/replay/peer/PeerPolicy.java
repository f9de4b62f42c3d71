package io.strata.replay.peer;

import static com.github.benmanes.caffeine.cache.simulator.policy.Policy.Characteristic.WEIGHTED;

import com.github.benmanes.caffeine.cache.simulator.policy.AccessEvent;
import com.github.benmanes.caffeine.cache.simulator.policy.Policy.Characteristic;
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
import java.util.Set;

/**
 * A policy of Caffeine's simulator: the simulator's own class with its default settings. All
 * accesses count, from the first on.
 *
 * <p>Randomized policies start with the same seed each time, except the product Caffeine, whose
 * results vary a little from run to run. It is Caffeine in this build's version, newer than the
 * simulator.
 *
 * <p>The simulator gives each block a cost of one. For blocks of different lengths, CAMP divides
 * the cost by the length and rounds down, and GD-Wheel uses only the cost: both become LRU. The
 * sketch of TinyLFU is sized and aged as if each block had the length of a unit.
 */
public final class PeerPolicy implements Policy {
  /** Without the third admission, which looks at later accesses of the trace. */
  private static final Config SETTINGS =
      ConfigFactory.parseMap(Map.of("admission", List.of("Always", "TinyLfu")))
          .withFallback(ConfigFactory.load().getConfig("caffeine.simulator"));

  /**
   * Some policies sum lengths in an int, and TinyLFU sizes its sketch by the maximum: in bytes, it
   * would take gigabytes.
   */
  private static final long MAX_UNITS = 1 << 24;

  private final Family family;
  private final String title;
  private final boolean weighted;

  private PeerPolicy(Family family, com.github.benmanes.caffeine.cache.simulator.policy.Policy it) {
    this.family = family;
    this.title = it.stats().name();
    PolicySpec spec = it.getClass().getAnnotation(PolicySpec.class);
    this.weighted = spec != null && List.of(spec.characteristics()).contains(WEIGHTED);
  }

  /** Policies that the simulator creates together, for each admission or each way to adapt. */
  @FunctionalInterface
  interface Family {
    /**
     * Creates the policies.
     *
     * @param characteristics of the trace
     */
    Iterable<? extends com.github.benmanes.caffeine.cache.simulator.policy.Policy> with(
        Config settings, Set<Characteristic> characteristics);
  }

  /** Returns the policies of a family, by the simulator's names. */
  static List<PeerPolicy> of(Family family) {
    List<PeerPolicy> members = new ArrayList<>();
    family.with(SETTINGS, Set.of()).forEach(each -> members.add(new PeerPolicy(family, each)));
    return members;
  }

  @Override
  public String title() {
    return title;
  }

  /** Accepts blocks of different lengths if the simulator declares that the policy does. */
  @Override
  public boolean accepts(Trace trace) {
    return weighted || !trace.hasLengths();
  }

  @Override
  public Hits hits(Trace trace, long size) {
    int unit = unit(size);
    var policy = create(trace, size / unit);
    PolicyStats stats = policy.stats();
    long bytes = 0;
    for (int index = 0; index < trace.length(); index++) {
      int block = trace.at(index);
      int length = trace.lengthOf(block);
      long before = stats.hitCount();
      policy.record(AccessEvent.forKeyAndWeight(block, (length + unit - 1) / unit));
      if (stats.hitCount() > before) {
        bytes += length;
      }
    }
    policy.finished();
    if (stats.requestCount() != trace.length()) {
      throw new IllegalStateException(
          title + " counted " + stats.requestCount() + " accesses of " + trace.name() + ".");
    }
    return new Hits(stats.hitCount(), bytes);
  }

  /** Returns the bytes of a unit: a power of two, about a ten-millionth of the cache. */
  static int unit(long bytes) {
    return (int) Math.max(1, 2 * Long.highestOneBit((bytes - 1) / MAX_UNITS));
  }

  private com.github.benmanes.caffeine.cache.simulator.policy.Policy create(
      Trace trace, long units) {
    Config settings = ConfigFactory.parseMap(Map.of("maximum-size", units)).withFallback(SETTINGS);
    Set<Characteristic> characteristics = trace.hasLengths() ? Set.of(WEIGHTED) : Set.of();
    for (var each : family.with(settings, characteristics)) {
      if (each.stats().name().equals(title)) {
        return each;
      }
    }
    throw new IllegalStateException("The simulator has no policy " + title + ".");
  }
}
