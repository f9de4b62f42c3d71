package io.strata.replay.engine;

import static java.util.Comparator.comparingLong;

import io.strata.l2.BlockStore;
import io.strata.l2.StoreOptions;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.policy.Policies;
import io.strata.replay.policy.BytePolicy;
import io.strata.replay.policy.Hits;
import io.strata.replay.trace.Trace;
import java.util.stream.Stream;

/**
 * What the off-heap engine keeps of blocks of different lengths, made as a server makes it that is
 * given so many bytes and nothing else: headers, hash chains, what the policy remembers, what slots
 * have too much and buckets left over are all within those bytes, and the size classes are learnt
 * from the blocks that arrive.
 *
 * <p>After each miss the engine gets the time to finish what it does in the background. On a server
 * a miss takes that long: the block is read from a file.
 */
public final class EngineBytePolicy implements BytePolicy {
  /**
   * Odd. The engine draws samples anew each time, and where they send memory from one size class to
   * another, small caches come to differ, by up to a tenth of all accesses.
   */
  private static final int REPLAYS = 3;

  private final Policies policy;

  /**
   * @param policy which block the engine lets go when another needs its room
   */
  public EngineBytePolicy(Policies policy) {
    this.policy = policy;
  }

  @Override
  public String title() {
    return EnginePolicy.titleOf(policy);
  }

  @Override
  public long leastBytes() {
    return CapacityPlan.MIN_BYTES;
  }

  /** Of some replays, what that in the middle by hits hit. */
  @Override
  public Hits hitsWithin(Trace trace, long bytes) {
    return Stream.generate(() -> replay(trace, bytes).hits())
        .limit(REPLAYS)
        .sorted(comparingLong(Hits::count))
        .toList()
        .get(REPLAYS / 2);
  }

  EngineReplay replay(Trace trace, long bytes) {
    try {
      return EngineReplay.of(trace, options(bytes), trace::lengthOf, BlockStore::awaitQuiet);
    } catch (OutOfMemoryError e) {
      throw new IllegalStateException(
          "There is no memory for an engine of %,d bytes: give --percents that are less."
              .formatted(bytes),
          e);
    }
  }

  /** All blocks are copied by the thread that offers them, so that it finds them next time. */
  private StoreOptions options(long bytes) {
    return StoreOptions.ofBytes(bytes).withPolicy(policy).withHandOver(Integer.MAX_VALUE);
  }
}
