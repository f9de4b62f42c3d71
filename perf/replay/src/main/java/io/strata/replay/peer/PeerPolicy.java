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
 * A policy of Caffeine's simulator: not a model of it, but the simulator's own class, with the
 * settings that its authors ship. All accesses count, from the first on.
 *
 * <p>Those that draw lots start from the same seed each time; the product Caffeine does not, and
 * its figures differ a little from run to run. It is Caffeine as this build has it everywhere,
 * newer than the simulator.
 *
 * <p>The simulator gives each block a cost of one. Of blocks of different lengths, CAMP divides
 * that by the length and keeps the whole part, GD-Wheel goes by the cost alone: both come to LRU.
 * The sketch by which TinyLFU admits blocks is as large as if each had a unit's length, and forgets
 * as slowly.
 */
public final class PeerPolicy implements Policy {
  /**
   * Without the third admission that there is, by what the trace holds next: no policy can know
   * that.
   */
  private static final Config SETTINGS =
      ConfigFactory.parseMap(Map.of("admission", List.of("Always", "TinyLfu")))
          .withFallback(ConfigFactory.load().getConfig("caffeine.simulator"));

  /**
   * Some policies sum lengths up in an int, and TinyLFU makes a sketch for as many blocks as the
   * maximum says: of single bytes, it would take gigabytes.
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

  /** Policies that the simulator makes together: by each admission, or by each way to adapt. */
  @FunctionalInterface
  interface Family {
    /**
     * Makes them.
     *
     * @param characteristics of the trace
     */
    Iterable<? extends com.github.benmanes.caffeine.cache.simulator.policy.Policy> with(
        Config settings, Set<Characteristic> characteristics);
  }

  /** The members of a family, by the names that the simulator gives them. */
  static List<PeerPolicy> of(Family family) {
    List<PeerPolicy> members = new ArrayList<>();
    family.with(SETTINGS, Set.of()).forEach(each -> members.add(new PeerPolicy(family, each)));
    return members;
  }

  @Override
  public String title() {
    return title;
  }

  /** Of blocks of different lengths, where the simulator says that it takes them. */
  @Override
  public boolean accepts(Trace trace) {
    return weighted || !trace.hasLengths();
  }

  @Override
  public Hits hits(Trace trace, long size) {
    int unit = unit(size);
    var policy = made(trace, size / unit);
    PolicyStats stats = policy.stats();
    long bytes = 0;
    for (int place = 0; place < trace.length(); place++) {
      int block = trace.at(place);
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

  /** How many bytes count as one: a power of two, about a ten-millionth of the cache. */
  static int unit(long bytes) {
    return (int) Math.max(1, 2 * Long.highestOneBit((bytes - 1) / MAX_UNITS));
  }

  private com.github.benmanes.caffeine.cache.simulator.policy.Policy made(Trace trace, long units) {
    Config settings = ConfigFactory.parseMap(Map.of("maximum-size", units)).withFallback(SETTINGS);
    Set<Characteristic> characteristics = trace.hasLengths() ? Set.of(WEIGHTED) : Set.of();
    for (var each : family.with(settings, characteristics)) {
      if (each.stats().name().equals(title)) {
        return each;
      }
    }
    throw new IllegalStateException("The simulator makes no " + title + ".");
  }
}
