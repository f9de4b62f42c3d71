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
 * Replays traces on the off-heap engine itself, not on a model of it.
 *
 * <p>For blocks of one size, it holds as many as requested, whatever its overhead is. For blocks of
 * different lengths, it is configured like a server with that many bytes: headers, hash chains,
 * ghost entries, internal fragmentation and spare buckets are all within those bytes, and it learns
 * the size classes from the inserted blocks.
 *
 * <p>After each miss of such a block the engine finishes its background work. On a server a miss
 * takes that long: the block is read from a file.
 */
public final class EnginePolicy implements Policy {
  private static final int MIN_BLOCKS = 2;

  /**
   * An odd number. The engine samples at random; where samples move memory between size classes,
   * small caches differ by up to a tenth of all accesses.
   */
  private static final int REPLAYS = 3;

  private final Policies policy;

  /**
   * @param policy of the engine
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

  /** For traces with lengths, returns the median of several replays, by hits. */
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
      BucketGeometry geometry = BucketGeometry.holding((int) size);
      // With one size class, background work does not change the contents.
      return EngineReplay.of(
          trace, geometry.options(policy), block -> geometry.slotBytes(), store -> {});
    }
    // The inserting thread copies all blocks, so that its next lookup finds them.
    StoreOptions options =
        StoreOptions.ofBytes(size).withPolicy(policy).withHandOver(Integer.MAX_VALUE);
    try {
      return EngineReplay.of(trace, options, trace::lengthOf, BlockStore::awaitQuiet);
    } catch (OutOfMemoryError e) {
      throw new IllegalStateException(
          "Not enough memory for an engine of %,d bytes. Lower --percents.".formatted(size), e);
    }
  }
}
