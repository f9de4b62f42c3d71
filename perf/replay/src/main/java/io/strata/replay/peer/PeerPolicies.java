package io.strata.replay.peer;

import com.github.benmanes.caffeine.cache.simulator.policy.Policy;
import com.github.benmanes.caffeine.cache.simulator.policy.Policy.Characteristic;
import com.github.benmanes.caffeine.cache.simulator.policy.adaptive.ArcPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.adaptive.CarPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.adaptive.CartPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.greedy_dual.CampPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.greedy_dual.GDWheelPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.greedy_dual.GdsfPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.irr.ClockProPlusPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.irr.ClockProPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.irr.ClockProSimplePolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.irr.DClockPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.irr.FrdPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.irr.IndicatorFrdPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.irr.LirsPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.linked.FrequentlyUsedPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.linked.LinkedPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.linked.MultiQueuePolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.linked.S4LruPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.linked.SegmentedLruPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.linked.SievePolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.opt.ClairvoyantPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.product.Cache2kPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.product.CaffeinePolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.product.GuavaPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.sampled.SampledPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.sketch.WindowTinyLfuPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.sketch.climbing.HillClimberWindowTinyLfuPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.sketch.feedback.FeedbackTinyLfuPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.sketch.feedback.FeedbackWindowTinyLfuPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.sketch.segment.FullySegmentedWindowTinyLfuPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.sketch.segment.LruWindowTinyLfuPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.sketch.segment.RandomWindowTinyLfuPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.sketch.segment.S4WindowTinyLfuPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.two_queue.S3FifoPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.two_queue.TuQueuePolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.two_queue.TwoQueuePolicy;
import com.typesafe.config.Config;
import io.strata.replay.peer.PeerPolicy.Family;
import io.strata.replay.policy.BytePolicy;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The policies that Caffeine's simulator offers for traces of blocks of one cost. Left out are:
 *
 * <ul>
 *   <li>those that know what comes, and the one that holds everything;
 *   <li>TinyCache, with ghosts, with a window, and bare: made of whole sets of 64 blocks, it holds
 *       more than it is asked to;
 *   <li>FRD with a hill climber, which fails in its own code;
 *   <li>products other than Caffeine, Guava and cache2k: each brings libraries of its own.
 * </ul>
 */
public final class PeerPolicies {
  /** The title of the product Caffeine. */
  public static final String CAFFEINE = "product.Caffeine";

  /** The title of S3-FIFO (Yang and others, SOSP 2023). */
  public static final String S3_FIFO = "two-queue.S3Fifo";

  private PeerPolicies() {}

  /** All of them, by title, for blocks of one size. */
  public static List<PeerPolicy> all() {
    return made(Set.of()).toList();
  }

  /** Those that take blocks of different lengths, by title. */
  public static List<BytePolicy> weighted() {
    return made(Set.of(Characteristic.WEIGHTED))
        .filter(PeerPolicy::isWeighted)
        .<BytePolicy>map(WeightedPeer::new)
        .toList();
  }

  /**
   * All of them, by title.
   *
   * @param characteristics of the traces
   */
  private static Stream<PeerPolicy> made(Set<Characteristic> characteristics) {
    return Stream.of(
            linked(characteristics),
            sampled(),
            greedyDual(),
            twoQueue(),
            sketch(),
            irr(),
            adaptive(),
            product(characteristics))
        .flatMap(families -> families)
        .flatMap(family -> PeerPolicy.of(family).stream())
        .sorted(Comparator.comparing(PeerPolicy::title));
  }

  /** The optimum as the simulator has it. */
  static PeerPolicy clairvoyant() {
    return PeerPolicy.of(single(ClairvoyantPolicy::new)).get(0);
  }

  /** One that the simulator makes alone. */
  private static Family single(Function<Config, Policy> maker) {
    return settings -> List.of(maker.apply(settings));
  }

  /** By a list through the blocks. */
  private static Stream<Family> linked(Set<Characteristic> characteristics) {
    Stream<Family> byOrder =
        Arrays.stream(LinkedPolicy.EvictionPolicy.values())
            .map(order -> settings -> LinkedPolicy.policies(settings, characteristics, order));
    Stream<Family> byUses =
        Arrays.stream(FrequentlyUsedPolicy.EvictionPolicy.values())
            .map(order -> settings -> FrequentlyUsedPolicy.policies(settings, order));
    Stream<Family> others =
        Stream.of(
            S4LruPolicy::policies,
            SegmentedLruPolicy::policies,
            single(SievePolicy::new),
            single(MultiQueuePolicy::new));
    return Stream.of(byOrder, byUses, others).flatMap(families -> families);
  }

  /** By some blocks taken at random. */
  private static Stream<Family> sampled() {
    return Arrays.stream(SampledPolicy.EvictionPolicy.values())
        .map(order -> settings -> SampledPolicy.policies(settings, order));
  }

  /** By a price that rises with each eviction. */
  private static Stream<Family> greedyDual() {
    return Stream.of(single(CampPolicy::new), single(GdsfPolicy::new), single(GDWheelPolicy::new));
  }

  /** After 2Q. */
  private static Stream<Family> twoQueue() {
    return Stream.of(
        single(TwoQueuePolicy::new), single(TuQueuePolicy::new), single(S3FifoPolicy::new));
  }

  /** By a sketch of how often blocks are read. */
  private static Stream<Family> sketch() {
    return Stream.of(
        WindowTinyLfuPolicy::policies,
        S4WindowTinyLfuPolicy::policies,
        LruWindowTinyLfuPolicy::policies,
        RandomWindowTinyLfuPolicy::policies,
        FullySegmentedWindowTinyLfuPolicy::policies,
        HillClimberWindowTinyLfuPolicy::policies,
        single(FeedbackTinyLfuPolicy::new),
        FeedbackWindowTinyLfuPolicy::policies);
  }

  /** By the time between reads of a block: after LIRS. */
  private static Stream<Family> irr() {
    return Stream.of(
        single(FrdPolicy::new),
        single(IndicatorFrdPolicy::new),
        single(LirsPolicy::new),
        single(ClockProPolicy::new),
        single(ClockProPlusPolicy::new),
        single(ClockProSimplePolicy::new),
        DClockPolicy::policies);
  }

  /** After ARC. */
  private static Stream<Family> adaptive() {
    return Stream.of(single(ArcPolicy::new), single(CarPolicy::new), single(CartPolicy::new));
  }

  /** Caches that are shipped. */
  private static Stream<Family> product(Set<Characteristic> characteristics) {
    return Stream.of(
        single(settings -> new CaffeinePolicy(settings, characteristics)),
        single(settings -> new GuavaPolicy(settings, characteristics)),
        single(settings -> new Cache2kPolicy(settings, characteristics)));
  }
}
