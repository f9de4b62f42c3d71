package io.strata.replay;

import io.strata.l2.policy.Policies;
import io.strata.replay.engine.EnginePolicy;
import io.strata.replay.peer.PeerPolicies;
import io.strata.replay.policy.Belady;
import io.strata.replay.policy.Lru;
import io.strata.replay.policy.PackedIntervals;
import io.strata.replay.report.HitCurves;
import io.strata.replay.report.HitRatio;
import io.strata.replay.report.HitRatio.Unit;
import io.strata.replay.report.Means;
import io.strata.replay.report.Measure;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Plots the results: hit ratios, and below them byte hit ratios of the traces with block lengths.
 */
final class Plot {
  /** The default policy. */
  private static final String STRATA = new EnginePolicy(Policies.DEFAULT).title();

  private Plot() {}

  static String of(List<HitRatio> ratios) {
    List<HitCurves> groups = new ArrayList<>();
    List<HitRatio> ofBlocks = of(Unit.BLOCKS, ratios);
    if (!ofBlocks.isEmpty()) {
      groups.add(new HitCurves(Measure.HITS, ofBlocks, drawn(ofBlocks, new Belady().title())));
    }
    List<HitRatio> ofBytes = of(Unit.BYTES, ratios);
    if (!ofBytes.isEmpty()) {
      List<String> drawn = drawn(ofBytes, new PackedIntervals().title());
      groups.add(new HitCurves(Measure.HITS_BY_BYTES, ofBytes, drawn));
      groups.add(new HitCurves(Measure.BYTE_HITS, ofBytes, drawn));
    }
    return HitCurves.svg(groups);
  }

  private static List<HitRatio> of(Unit unit, List<HitRatio> ratios) {
    return ratios.stream().filter(each -> each.unit() == unit).toList();
  }

  /** Limits the curves to a number that can be told apart. */
  private static List<String> drawn(List<HitRatio> ratios, String optimum) {
    List<String> best = Means.bestFirst(ratios);
    Set<String> drawn = new LinkedHashSet<>(List.of(optimum, new Lru().title(), STRATA));
    if (best.contains(PeerPolicies.CAFFEINE)) {
      best.stream().filter(each -> !drawn.contains(each)).findFirst().ifPresent(drawn::add);
      drawn.addAll(List.of(PeerPolicies.CAFFEINE, PeerPolicies.S3_FIFO));
    }
    return List.copyOf(drawn);
  }
}
