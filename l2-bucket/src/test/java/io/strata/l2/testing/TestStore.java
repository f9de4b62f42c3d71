package io.strata.l2.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.BlockStore;
import io.strata.l2.StoreOptions;
import io.strata.l2.StoreStatistics;
import io.strata.l2.write.InFlightBlock;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A store that proves, when it is closed, that nothing leaked and every slot is in its place. */
public final class TestStore implements AutoCloseable {
  /** The smallest store there is: eight buckets' worth. */
  public static final long SMALL = 32L << 20;

  private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
  private final long outstandingBefore = ProvingBlock.OUTSTANDING.get();
  private final BlockStore<ProvingBlock> store;
  private boolean errorsExpected;

  public TestStore(StoreOptions options) {
    this.store = new BlockStore<>(options.withErrorHandler(errors::add));
  }

  public static TestStore small() {
    return new TestStore(StoreOptions.ofBytes(SMALL));
  }

  public BlockStore<ProvingBlock> store() {
    return store;
  }

  /** The errors that the store reported; whoever asks expects them. */
  public Queue<Throwable> errors() {
    errorsExpected = true;
    return errors;
  }

  public boolean offer(String file, long offset, int length) {
    return store.offer(file, offset, new ProvingBlock(file, offset, length));
  }

  /** Offers, and waits until the block is in its slot or refused. */
  public void put(String file, long offset, int length) {
    offer(file, offset, length);
    awaitQuiet();
  }

  private void awaitQuiet() {
    try {
      store.awaitQuiet();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while the store came to rest", e);
    }
  }

  /** Reads a block, proving its bytes; says whether it was there. */
  public boolean read(String file, long offset) {
    int handle = store.pin(file, offset);
    if (handle != BlockStore.NONE) {
      provePinned(file, offset, handle);
      store.unpin(handle);
      return true;
    }
    InFlightBlock<ProvingBlock> inFlight = store.retainInFlight(file, offset);
    if (inFlight != null) {
      if (inFlight.source().isReleased()) {
        throw new AssertionError("a block in flight was released under its reader");
      }
      inFlight.release();
      return true;
    }
    handle = store.pin(file, offset);
    if (handle != BlockStore.NONE) {
      provePinned(file, offset, handle);
      store.unpin(handle);
      return true;
    }
    return false;
  }

  /** Fails unless the pinned slot holds the block of this key. */
  public void provePinned(String file, long offset, int handle) {
    ProvingBlock.prove(file, offset, store.attributes(handle), store.views(handle));
  }

  @Override
  public void close() {
    awaitQuiet();
    assertThat(store.audit()).as("audit").isEmpty();
    StoreStatistics end = store.statistics();
    assertThat(end.blocksInFlight()).as("blocks in flight").isZero();
    assertThat(end.bytesInFlight()).as("bytes in flight").isZero();
    long refused = end.refused().values().stream().mapToLong(Long::longValue).sum();
    assertThat(end.written() + refused).as("written and refused").isEqualTo(end.offered());
    store.close();
    assertThat(ProvingBlock.OUTSTANDING.get())
        .as("blocks that were never released")
        .isEqualTo(outstandingBefore);
    if (!errorsExpected) {
      assertThat(errors).as("errors").isEmpty();
    }
  }
}
