package io.strata.replay;

import io.strata.l2.policy.Policies;
import io.strata.replay.engine.EngineBytePolicy;
import io.strata.replay.engine.EnginePolicy;
import io.strata.replay.peer.PeerPolicies;
import io.strata.replay.policy.Belady;
import io.strata.replay.policy.BytePolicy;
import io.strata.replay.policy.Lru;
import io.strata.replay.policy.PackedIntervals;
import io.strata.replay.policy.Policy;
import java.util.ArrayList;
import java.util.List;

/**
 * What traces are replayed on. Immutable.
 *
 * @param ofBlocks for blocks of one size, the optimum first
 * @param ofBytes for blocks of different lengths, a bound of the optimum first
 */
record Contenders(List<Policy> ofBlocks, List<BytePolicy> ofBytes) {
  Contenders {
    ofBlocks = List.copyOf(ofBlocks);
    ofBytes = List.copyOf(ofBytes);
  }

  /** The optimum, LRU, and these policies of the engine. */
  static Contenders of(List<Policies> engines) {
    List<Policy> ofBlocks = new ArrayList<>(List.of(new Belady(), new Lru()));
    engines.forEach(each -> ofBlocks.add(new EnginePolicy(each)));
    List<BytePolicy> ofBytes = new ArrayList<>(List.of(new PackedIntervals(), new Lru()));
    engines.forEach(each -> ofBytes.add(new EngineBytePolicy(each)));
    return new Contenders(ofBlocks, ofBytes);
  }

  /** These, and the peers behind them. */
  Contenders withPeers() {
    List<Policy> allOfBlocks = new ArrayList<>(ofBlocks);
    allOfBlocks.addAll(PeerPolicies.all());
    List<BytePolicy> allOfBytes = new ArrayList<>(ofBytes);
    allOfBytes.addAll(PeerPolicies.weighted());
    return new Contenders(allOfBlocks, allOfBytes);
  }
}
