package io.strata.replay.engine;

import static java.util.Comparator.comparingLong;

import io.strata.l2.BlockStore;
import io.strata.l2.StoreOptions;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.policy.Policies;
import io.strata.replay.policy.Hits;
import io.strata.replay.policy.Policy;
import io.strata.replay.trace.Trace;
import java.util.stream.Stream;

/**
 * What the off-heap engine keeps: not a model of it, but the engine itself.
 *
 * <p>Of blocks of one size it holds as many as are asked for, whatever they take beside their
 * bytes. Of blocks of different lengths it is made as a server makes it that is given so many bytes
 * and nothing else: headers, hash chains, what the policy remembers, what slots have too much and
 * buckets left over are all within those bytes, and the size classes are learnt from the blocks
 * that arrive.
 *
 * <p>After each miss of such a block the engine gets the time to finish what it does in the
 * background. On a server a miss takes that long: the block is read from a file.
 */
public final class EnginePolicy implements Policy {
  private static final int MIN_BLOCKS = 2;

  /**
   * Odd. The engine draws samples anew each time, and where they send memory from one size class to
   * another, small caches come to differ, by up to a tenth of all accesses.
   */
  private static final int REPLAYS = 3;

  private final Policies policy;

  /**
   * @param policy which block the engine evicts when another needs its room
   */
  public EnginePolicy(Policies policy) {
    this.policy = policy;
  }

  @Override
  public String title() {
    return policy == Policies.DEFAULT ? "Strata" : "Strata, " + policy.title();
  }

  @Override
  public long minSize(Trace trace) {
    return trace.hasLengths() ? CapacityPlan.MIN_BYTES : MIN_BLOCKS;
  }

  /** By bytes, of some replays what that in the middle by hits hit. */
  @Override
  public Hits hits(Trace trace, long size) {
    return Stream.generate(() -> replay(trace, size).hits())
        .limit(trace.hasLengths() ? REPLAYS : 1)
        .sorted(comparingLong(Hits::count))
        .toList()
        .get(trace.hasLengths() ? REPLAYS / 2 : 0);
  }

  EngineReplay replay(Trace trace, long size) {
    if (!trace.hasLengths()) {
      BucketGeometry shape = BucketGeometry.holding((int) size);
      // With one class of slots, nothing is done in the background that changes what stays.
      return EngineReplay.of(trace, shape.options(policy), block -> shape.slotBytes(), store -> {});
    }
    // All blocks are copied by the thread that offers them, so that it finds them next time.
    StoreOptions options =
        StoreOptions.ofBytes(size).withPolicy(policy).withHandOver(Integer.MAX_VALUE);
    try {
      return EngineReplay.of(trace, options, trace::lengthOf, BlockStore::awaitQuiet);
    } catch (OutOfMemoryError e) {
      throw new IllegalStateException(
          "There is no memory for an engine of %,d bytes: give --percents that are less."
              .formatted(size),
          e);
    }
  }
}
