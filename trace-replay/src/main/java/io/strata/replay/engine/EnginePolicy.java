package io.strata.replay.engine;

import io.strata.l2.BlockStore;
import io.strata.l2.StoreOptions;
import io.strata.l2.policy.Policies;
import io.strata.l2.write.BlockSource;
import io.strata.replay.policy.Policy;
import io.strata.replay.trace.Trace;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What the off-heap engine keeps: not a model of it, but {@link BlockStore} itself, with blocks of
 * one size of which it holds as many as are asked for. Their bytes are not copied: nobody reads
 * them.
 */
public final class EnginePolicy implements Policy {
  private static final String FILE = "trace";

  private final Policies policy;

  /**
   * @param policy which block the engine lets go when another needs its room
   */
  public EnginePolicy(Policies policy) {
    this.policy = policy;
  }

  @Override
  public String title() {
    return policy == Policies.DEFAULT ? "Strata" : "Strata, " + policy.title();
  }

  @Override
  public int hits(Trace trace, int entries) {
    Shape shape = Shape.holding(entries);
    StoreOptions options = shape.options(policy);
    int hits = 0;
    try (BlockStore<BlockSource> store = new BlockStore<>(options)) {
      BlockSource block = new Unwritten(shape.slotBytes());
      for (int place = 0; place < trace.length(); place++) {
        int handle = store.pin(FILE, trace.at(place));
        if (handle == BlockStore.NONE) {
          store.offer(FILE, trace.at(place), block);
        } else {
          hits++;
          store.unpin(handle);
        }
      }
      check(store, trace);
    }
    return hits;
  }

  /** A figure of a store that lost something on the way would be worth nothing. */
  private static void check(BlockStore<BlockSource> store, Trace trace) {
    try {
      store.awaitQuiet();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while replaying " + trace.name() + ".", e);
    }
    List<String> wrong = store.audit();
    if (!wrong.isEmpty()) {
      throw new IllegalStateException(
          "After " + trace.name() + " the engine is damaged: " + String.join(" ", wrong));
    }
  }

  /** A block whose bytes do not matter. */
  private record Unwritten(int length) implements BlockSource {
    @Override
    public long attributes() {
      return 0;
    }

    @Override
    public long stamp() {
      return 0;
    }

    @Override
    public boolean inMemory() {
      return false;
    }

    @Override
    public void writeTo(ByteBuffer part, int from) {
      part.position(part.limit());
    }

    @Override
    public void release() {}
  }
}
