package io.strata.perf.bench;

import io.strata.l2.BlockStore;
import io.strata.l2.StoreOptions;
import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.memory.SparseFile;
import io.strata.perf.common.FileLayout;
import io.strata.readpath.blockcache.StrataSecondLevel;
import io.strata.readpath.cache.StrataCache;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;

/** A read-through cache: a missed block is inserted. Confined to one thread. */
abstract class ReadCache implements AutoCloseable {
  private static final int FILES = 1 << 10;
  private static final int BLOCKS_EACH = 20_000;
  private static final int MAX_BLOCK_BYTES = 2 << 20;
  private static final int PAGE_BYTES = 4 << 10;
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private final SampleFiles files = new SampleFiles(FILES, BLOCKS_EACH);

  private ReadCache() {}

  /**
   * Opens a cache.
   *
   * @param memory what blocks and cache have of the machine's memory
   * @param bytes capacity
   * @param blockBytes expected block size
   */
  static ReadCache open(CacheKind kind, MovingLoad.Memory memory, long bytes, int blockBytes) {
    if (kind == CacheKind.STRATA) {
      return switch (memory) {
        case BLOCKS -> new StrataReadCache(bytes, blockBytes);
        case CACHE ->
            new UnwrittenReadCache(touched(new SparseFile(SHARED_MEMORY)), bytes, blockBytes);
        case HEADERS -> new UnwrittenReadCache(new AliasedMemory(SHARED_MEMORY), bytes, blockBytes);
      };
    }
    return new HBaseReadCache(kind.open(bytes, blockBytes), kind == CacheKind.BUCKET_CACHE);
  }

  /** Returns memory whose pages are there from the start. */
  private static BucketMemory touched(BucketMemory memory) {
    return buckets -> {
      BucketBuffer[] all = memory.allocate(buckets);
      for (BucketBuffer each : all) {
        ByteBuffer bytes = each.view();
        for (int i = 0; i < bytes.capacity(); i += PAGE_BYTES) {
          bytes.put(i, (byte) 0);
        }
      }
      return all;
    };
  }

  /** Reads a block and returns whether it was a hit. */
  abstract boolean read(int block, int bytes);

  /** Returns the bytes copied by compaction, or 0 if the cache does not report them. */
  long copiedBytes() {
    return 0;
  }

  /** Waits until all inserts are done, if the cache can report that. */
  void awaitQuiet() throws InterruptedException {}

  @Override
  public abstract void close();

  final SampleFiles files() {
    return files;
  }

  /** Reads a cache through HBase's interface. */
  private static class HBaseReadCache extends ReadCache {
    private final BlockCache cache;
    private final boolean isCopying;
    private final byte[] shared = new byte[MAX_BLOCK_BYTES];

    /**
     * Wraps a cache.
     *
     * @param isCopying whether the cache copies blocks; other caches keep the objects and get
     *     objects that share their bytes
     */
    HBaseReadCache(BlockCache cache, boolean isCopying) {
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

  private static final class StrataReadCache extends HBaseReadCache {
    private final StrataCache whole;

    StrataReadCache(long bytes, int blockBytes) {
      this(CacheKind.strata(bytes, blockBytes));
    }

    private StrataReadCache(StrataCache whole) {
      super(new StrataSecondLevel(whole.offHeap()), true);
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

  /** Strata's engine, with blocks whose bytes are never written. */
  private static final class UnwrittenReadCache extends ReadCache {
    private final BlockStore<UnwrittenBlock> store;

    UnwrittenReadCache(BucketMemory memory, long bytes, int blockBytes) {
      store =
          new BlockStore<>(StoreOptions.of(CapacityPlan.of(bytes, blockBytes)).withMemory(memory));
      store.awaitMemory();
    }

    @Override
    boolean read(int block, int bytes) {
      String file = files().name(files().fileOf(block));
      long offset = FileLayout.offset(block);
      int handle = store.pin(file, offset);
      if (handle == BlockStore.NONE) {
        store.insert(file, offset, new UnwrittenBlock(bytes));
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
      List<String> problems = store.audit();
      store.close();
      if (!problems.isEmpty()) {
        throw new IllegalStateException(String.join(" ", problems));
      }
    }
  }
}
