package io.strata.concurrency.contention;

import io.strata.l2.BlockStore;
import io.strata.l2.StoreOptions;
import io.strata.l2.write.BlockSource;
import java.nio.ByteBuffer;

/** A store of the engine, loaded by {@link CountingLoader}. */
public final class CountedStore implements Operations {
  private static final long BYTES = 64 << 20;

  private final BlockStore<CountedBlock> store = new BlockStore<>(StoreOptions.ofBytes(BYTES));

  @Override
  public void insert(String file, long offset) {
    require(store.insert(file, offset, new CountedBlock(offset)));
  }

  @Override
  public void hit(String file, long offset) {
    int handle = store.pin(file, offset);
    require(handle != BlockStore.NONE && store.view(handle).getLong() == offset);
    store.unpin(handle);
  }

  @Override
  public void evict(String file, long offset) {
    require(store.evict(file, offset));
  }

  private static void require(boolean done) {
    if (!done) {
      throw new IllegalStateException("The operation was not executed as expected.");
    }
  }

  @Override
  public void awaitQuiet() {
    try {
      store.awaitQuiet();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try (store) {
      store.audit();
    }
  }

  private record CountedBlock(long offset) implements BlockSource {
    private static final int BYTES = 4 << 10;

    @Override
    public int length() {
      return BYTES;
    }

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
      part.putLong(offset);
    }

    @Override
    public void release() {}
  }
}
