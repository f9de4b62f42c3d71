package io.strata.l2.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.BlockStore;
import io.strata.l2.StoreOptions;
import io.strata.l2.StoreStatistics;
import io.strata.l2.evict.EvictionListener;
import io.strata.l2.evict.Victim;
import io.strata.l2.write.InFlightBlock;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** A store that verifies on close that nothing leaked and every slot is in exactly one list. */
public final class TestStore implements AutoCloseable {
  /** The minimum size of a store: eight buckets. */
  public static final long SMALL = 32L << 20;

  private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
  private final long outstandingBefore = ProvingBlock.OUTSTANDING.get();
  private final BlockStore<ProvingBlock> store;
  private final LongAdder victims = new LongAdder();
  private boolean errorsExpected;

  public TestStore(StoreOptions options) {
    this.store =
        new BlockStore<>(
            options
                .withVictims(new ProvingListener(options.victims()))
                .withErrorHandler(
                    error -> {
                      errors.add(error);
                      options.onError().accept(error);
                    }));
  }

  /** Verifies the bytes of each evicted block while the listener may access them. */
  private final class ProvingListener implements EvictionListener {
    private final @Nullable EvictionListener next;

    ProvingListener(@Nullable EvictionListener next) {
      this.next = next;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public boolean wants(Victim victim) {
      return next != null && next.wants(victim);
    }

    @Override
    public void evicted(Victim victim) {
      victims.increment();
      prove(victim);
      if (next != null) {
        next.evicted(victim);
      }
    }
  }

  /** Fails unless the block has the bytes of its key. */
  public static void prove(Victim block) {
    ByteBuffer bytes = ByteBuffer.allocate(block.length());
    block.writeTo(bytes);
    ProvingBlock.prove(
        block.file(), block.offset(), block.attributes(), block.stamp(), bytes.flip());
  }

  public static TestStore small() {
    return new TestStore(StoreOptions.ofBytes(SMALL));
  }

  /**
   * Resizes the store, unless pins hold up an earlier shrink for longer than a growth waits: on a
   * busy machine, threads of a test keep their pins for seconds.
   */
  public void resizeUnlessHeldUp(long bytes) {
    try {
      store.controls().resize(bytes);
    } catch (OutOfMemoryError e) {
      assertThat(e).hasMessageContaining("still in use");
    }
  }

  public BlockStore<ProvingBlock> store() {
    return store;
  }

  /** Returns the errors reported by the store; a caller of this expects errors. */
  public Queue<Throwable> errors() {
    errorsExpected = true;
    return errors;
  }

  public boolean insert(String file, long offset, int length) {
    return insert(new ProvingBlock(file, offset, length));
  }

  /** Inserts a block under its own key. */
  public boolean insert(ProvingBlock block) {
    return store.insert(block.file(), block.offset(), block);
  }

  /** Inserts a block, and waits until it is in its slot or rejected. */
  public void put(String file, long offset, int length) {
    insert(file, offset, length);
    awaitQuiet();
  }

  /** Waits until earlier inserts and evictions are complete. */
  public void awaitQuiet() {
    try {
      store.awaitQuiet();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while the store became idle", e);
    }
  }

  /** Reads a block and verifies its bytes; returns whether it was cached. */
  public boolean read(String file, long offset) {
    if (readFromSlot(file, offset)) {
      return true;
    }
    InFlightBlock<ProvingBlock> inFlight = store.retainInFlight(file, offset);
    if (inFlight != null) {
      inFlight.source().prove(file, offset);
      inFlight.release();
      return true;
    }
    return readFromSlot(file, offset);
  }

  private boolean readFromSlot(String file, long offset) {
    int handle = store.pin(file, offset);
    if (handle == BlockStore.NONE) {
      return false;
    }
    provePinned(file, offset, handle);
    store.unpin(handle);
    return true;
  }

  /** Fails unless the pinned slot holds the block of this key. */
  public void provePinned(String file, long offset, int handle) {
    provePinned(file, offset, handle, store.views(handle));
  }

  /** As {@link #provePinned(String, long, int)}, through existing views. */
  public void provePinned(String file, long offset, int handle, ByteBuffer... views) {
    ProvingBlock.prove(file, offset, store.attributes(handle), store.stamp(handle), views);
  }

  @Override
  public void close() {
    awaitQuiet();
    assertThat(store.audit()).as("audit").isEmpty();
    StoreStatistics end = store.statistics();
    long rejected = end.rejected().values().stream().mapToLong(Long::longValue).sum();
    assertThat(victims.sum()).as("victims").isLessThanOrEqualTo(end.evictedForRoom());
    assertThat(end.written() + rejected).as("written and rejected").isEqualTo(end.offered());
    store.close();
    assertThat(ProvingBlock.OUTSTANDING.get())
        .as("blocks never released")
        .isEqualTo(outstandingBefore);
    if (!errorsExpected) {
      assertThat(errors).as("errors").isEmpty();
    }
  }
}
