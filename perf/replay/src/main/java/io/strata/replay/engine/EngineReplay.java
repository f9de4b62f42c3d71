package io.strata.replay.engine;

import io.strata.l2.BlockStore;
import io.strata.l2.StoreOptions;
import io.strata.l2.StoreStatistics;
import io.strata.l2.write.BlockSource;
import io.strata.replay.policy.Hits;
import io.strata.replay.trace.Trace;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntUnaryOperator;

/**
 * The replay of a trace on a {@link BlockStore}, with one thread. The blocks' bytes are not copied,
 * since they are not read.
 *
 * @param hits the hits
 * @param statistics of the store at the end
 */
record EngineReplay(Hits hits, StoreStatistics statistics) {
  private static final String FILE = "trace";

  /**
   * Replays a trace.
   *
   * @param lengths bytes of each block in the store
   * @param afterMiss waits after a block was inserted
   */
  static EngineReplay of(
      Trace trace, StoreOptions options, IntUnaryOperator lengths, Pause afterMiss) {
    Hits.Counter hits = new Hits.Counter();
    Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    try (BlockStore<BlockSource> store = new BlockStore<>(options.withErrorHandler(errors::add))) {
      store.awaitMemory();
      for (int index = 0; index < trace.length(); index++) {
        int block = trace.at(index);
        int handle = store.pin(FILE, block);
        if (handle == BlockStore.NONE) {
          store.insert(FILE, block, new Unwritten(lengths.applyAsInt(block)));
          afterMiss.await(store);
        } else {
          hits.add(trace.lengthOf(block));
          store.unpin(handle);
        }
      }
      store.awaitQuiet();
      check(trace, errors, store.audit());
      return new EngineReplay(hits.sum(), store.statistics());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while replaying " + trace.name() + ".", e);
    }
  }

  /** A wait after an insert. */
  @FunctionalInterface
  interface Pause {
    void await(BlockStore<?> store) throws InterruptedException;
  }

  /** Rejects the result of a store that reports errors or is inconsistent. */
  private static void check(Trace trace, Queue<Throwable> errors, List<String> wrong) {
    if (!errors.isEmpty()) {
      throw new IllegalStateException("The engine failed on " + trace.name(), errors.peek());
    }
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
    public void writeTo(ByteBuffer buffer, int from) {
      buffer.position(buffer.limit());
    }

    @Override
    public void release() {}
  }
}
