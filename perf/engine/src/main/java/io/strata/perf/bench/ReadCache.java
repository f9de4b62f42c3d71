package io.strata.perf.bench;

import io.strata.l2.BlockStore;
import io.strata.l2.StoreOptions;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.memory.SparseFile;
import io.strata.perf.common.FileLayout;
import io.strata.readpath.StrataBlockCache;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;

/** A cache that is read through: a block that is missed is offered. By one thread. */
abstract class ReadCache implements AutoCloseable {
  private static final int FILES = 1 << 10;
  private static final int BLOCKS_EACH = 20_000;
  private static final int MAX_BLOCK_BYTES = 2 << 20;
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private final SampleFiles files = new SampleFiles(FILES, BLOCKS_EACH);

  private ReadCache() {}

  /**
   * Opens a cache.
   *
   * @param sparse whether its blocks have no bytes of their own
   * @param bytes what it may take
   * @param blockBytes the size that it is told to expect of blocks
   */
  static ReadCache open(CacheKind kind, boolean sparse, long bytes, int blockBytes) {
    if (kind == CacheKind.STRATA) {
      return sparse ? new Sparse(bytes, blockBytes) : new Strata(bytes, blockBytes);
    }
    return new Peer(kind.open(bytes, blockBytes), kind == CacheKind.BUCKET_CACHE);
  }

  /** Reads a block; says whether the cache had it. */
  abstract boolean read(int block, int bytes);

  /** Bytes that it copied within its memory to make room; 0 if it does not say. */
  long copiedBytes() {
    return 0;
  }

  /** Waits until what was offered has been done, if the cache can say so. */
  void awaitQuiet() throws InterruptedException {}

  @Override
  public abstract void close();

  final SampleFiles files() {
    return files;
  }

  /** One that is read through HBase's interface. */
  private static class Peer extends ReadCache {
    private final BlockCache cache;
    private final boolean isCopying;
    private final byte[] shared = new byte[MAX_BLOCK_BYTES];

    /**
     * Reads through one.
     *
     * @param isCopying whether it copies blocks; one that keeps the object gets objects that share
     *     their bytes
     */
    Peer(BlockCache cache, boolean isCopying) {
      this.cache = cache;
      this.isCopying = isCopying;
    }

    @Override
    final boolean read(int block, int bytes) {
      BlockCacheKey key = files().key(block);
      Cacheable found = cache.getBlock(key, true, false, true);
      if (found != null) {
        found.release();
        return true;
      }
      ByteBuffer buffer =
          isCopying ? ByteBuffer.allocate(bytes) : ByteBuffer.wrap(shared, 0, bytes).slice();
      cache.cacheBlock(key, SampleBlocks.over(buffer, FileLayout.offset(block)));
      return false;
    }

    @Override
    public void close() {
      cache.shutdown();
    }
  }

  private static final class Strata extends Peer {
    private final StrataBlockCache whole;

    Strata(long bytes, int blockBytes) {
      this(CacheKind.strata(bytes, blockBytes));
    }

    private Strata(StrataBlockCache whole) {
      super(whole.offHeap(), true);
      this.whole = whole;
      whole.offHeap().awaitMemory();
    }

    @Override
    long copiedBytes() {
      return whole.offHeap().statistics().movedBytes();
    }

    @Override
    void awaitQuiet() throws InterruptedException {
      whole.offHeap().awaitQuiet();
    }

    @Override
    public void close() {
      whole.shutdown();
    }
  }

  /** The engine over a file without content. */
  private static final class Sparse extends ReadCache {
    private final BlockStore<Untouched> store;

    Sparse(long bytes, int blockBytes) {
      store =
          new BlockStore<>(
              StoreOptions.of(CapacityPlan.of(bytes, blockBytes))
                  .withMemory(new SparseFile(SHARED_MEMORY)));
      store.awaitMemory();
    }

    @Override
    boolean read(int block, int bytes) {
      String file = files().name(files().fileOf(block));
      long offset = FileLayout.offset(block);
      int handle = store.pin(file, offset);
      if (handle == BlockStore.NONE) {
        store.insert(file, offset, new Untouched(bytes));
        return false;
      }
      store.unpin(handle);
      return true;
    }

    @Override
    long copiedBytes() {
      return store.statistics().movedBytes();
    }

    @Override
    void awaitQuiet() throws InterruptedException {
      store.awaitQuiet();
    }

    @Override
    public void close() {
      List<String> wrong = store.audit();
      store.close();
      if (!wrong.isEmpty()) {
        throw new IllegalStateException(String.join(" ", wrong));
      }
    }
  }
}
