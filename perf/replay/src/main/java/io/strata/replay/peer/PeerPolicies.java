package io.strata.replay.peer;

import com.github.benmanes.caffeine.cache.simulator.policy.Policy;
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
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The policies of Caffeine's simulator for traces of blocks of one cost, each for blocks of one
 * size and, if it can, for blocks of different lengths. Excluded are:
 *
 * <ul>
 *   <li>policies that know later accesses, and the unbounded one;
 *   <li>TinyCache, also with ghost entries or a window: it consists of whole sets of 64 blocks, and
 *       holds more than requested;
 *   <li>FRD with a hill climber, which fails in its own code;
 *   <li>products other than Caffeine, Guava and cache2k, which need further libraries.
 * </ul>
 */
public final class PeerPolicies {
  /** The title of the product Caffeine. */
  public static final String CAFFEINE = "product.Caffeine";

  /** The title of S3-FIFO (Yang and others, SOSP 2023). */
  public static final String S3_FIFO = "two-queue.S3Fifo";

  private PeerPolicies() {}

  /** Returns all policies, by title. */
  public static List<PeerPolicy> all() {
    return Stream.of(
            linked(), sampled(), greedyDual(), twoQueue(), sketch(), irr(), adaptive(), product())
        .flatMap(families -> families)
        .flatMap(family -> PeerPolicy.of(family).stream())
        .sorted(Comparator.comparing(PeerPolicy::title))
        .toList();
  }

  /** Returns the simulator's optimum. */
  static PeerPolicy clairvoyant() {
    return PeerPolicy.of(single(ClairvoyantPolicy::new)).get(0);
  }

  /** Returns a family of one policy. */
  private static Family single(Function<Config, Policy> maker) {
    return (settings, characteristics) -> List.of(maker.apply(settings));
  }

  /** Returns a family of policies that the simulator creates together. */
  private static Family family(Function<Config, ? extends Iterable<? extends Policy>> maker) {
    return (settings, characteristics) -> maker.apply(settings);
  }

  /** Policies with linked lists. */
  private static Stream<Family> linked() {
    Stream<Family> byOrder =
        Arrays.stream(LinkedPolicy.EvictionPolicy.values())
            .map(
                order ->
                    (settings, characteristics) ->
                        LinkedPolicy.policies(settings, characteristics, order));
    Stream<Family> byUses =
        Arrays.stream(FrequentlyUsedPolicy.EvictionPolicy.values())
            .map(order -> family(settings -> FrequentlyUsedPolicy.policies(settings, order)));
    Stream<Family> others =
        Stream.of(
            family(S4LruPolicy::policies),
            family(SegmentedLruPolicy::policies),
            single(SievePolicy::new),
            single(MultiQueuePolicy::new));
    return Stream.of(byOrder, byUses, others).flatMap(families -> families);
  }

  /** Policies that sample blocks. */
  private static Stream<Family> sampled() {
    return Arrays.stream(SampledPolicy.EvictionPolicy.values())
        .map(order -> family(settings -> SampledPolicy.policies(settings, order)));
  }

  /** Greedy-dual policies, whose priority rises with each eviction. */
  private static Stream<Family> greedyDual() {
    return Stream.of(single(CampPolicy::new), single(GdsfPolicy::new), single(GDWheelPolicy::new));
  }

  /** Variants of 2Q. */
  private static Stream<Family> twoQueue() {
    return Stream.of(
        single(TwoQueuePolicy::new), single(TuQueuePolicy::new), single(S3FifoPolicy::new));
  }

  /** Policies with a frequency sketch. */
  private static Stream<Family> sketch() {
    return Stream.of(
        family(WindowTinyLfuPolicy::policies),
        family(S4WindowTinyLfuPolicy::policies),
        family(LruWindowTinyLfuPolicy::policies),
        family(RandomWindowTinyLfuPolicy::policies),
        family(FullySegmentedWindowTinyLfuPolicy::policies),
        family(HillClimberWindowTinyLfuPolicy::policies),
        single(FeedbackTinyLfuPolicy::new),
        family(FeedbackWindowTinyLfuPolicy::policies));
  }

  /** Policies by inter-reference recency, such as LIRS. */
  private static Stream<Family> irr() {
    return Stream.of(
        single(FrdPolicy::new),
        single(IndicatorFrdPolicy::new),
        single(LirsPolicy::new),
        single(ClockProPolicy::new),
        single(ClockProPlusPolicy::new),
        single(ClockProSimplePolicy::new),
        family(DClockPolicy::policies));
  }

  /** Variants of ARC. */
  private static Stream<Family> adaptive() {
    return Stream.of(single(ArcPolicy::new), single(CarPolicy::new), single(CartPolicy::new));
  }

  /** Caches of products. */
  private static Stream<Family> product() {
    return Stream.of(
        (settings, characteristics) -> List.of(new CaffeinePolicy(settings, characteristics)),
        (settings, characteristics) -> List.of(new GuavaPolicy(settings, characteristics)),
        (settings, characteristics) -> List.of(new Cache2kPolicy(settings, characteristics)));
  }
}
