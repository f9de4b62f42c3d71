package io.strata.perf.bench;

import io.strata.l2.BlockStore;
import io.strata.l2.StoreOptions;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.memory.SparseFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The off-heap engine at production sizes on a machine with much less memory: buckets lie in a
 * sparse file on tmpfs, and inserts write no block bytes, so that only pages with headers take
 * memory. Index and policy use as much memory as in production. Blocks are of 64 KB and numbered in
 * the order of insertion. For one thread.
 */
final class SparseStore implements AutoCloseable {
  private static final int BLOCK_BYTES = 64 << 10;
  private static final UnwrittenBlock BLOCK = new UnwrittenBlock(BLOCK_BYTES);
  private static final int BLOCKS_OF_FILE = 20_000;
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private final BlockStore<UnwrittenBlock> store;
  private final SplittableRandom random = new SplittableRandom(1);
  private long next;
  private long blocks;

  SparseStore(long bytes) {
    Path folder =
        Files.isDirectory(SHARED_MEMORY)
            ? SHARED_MEMORY
            : Path.of(System.getProperty("java.io.tmpdir"));
    CapacityPlan capacity = CapacityPlan.of(bytes, BLOCK_BYTES);
    store = new BlockStore<>(StoreOptions.of(capacity).withMemory(new SparseFile(folder)));
  }

  BlockStore<UnwrittenBlock> store() {
    return store;
  }

  /** Inserts until blocks are evicted; returns the number of inserts. */
  long fill() throws InterruptedException {
    long first = next;
    long before = store.statistics().evictedForRoom();
    while (store.statistics().evictedForRoom() == before) {
      for (int i = 0; i < BLOCKS_OF_FILE; i++) {
        insert();
      }
    }
    store.awaitQuiet();
    blocks = store.statistics().blocks();
    return next - first;
  }

  /** Returns the number of blocks after {@link #fill}. */
  long blocks() {
    return blocks;
  }

  /** Returns the number of blocks that were not inserted. */
  long dropped() {
    return store.statistics().rejected().values().stream().mapToLong(Long::longValue).sum();
  }

  private static String file(long block) {
    return "file" + block / BLOCKS_OF_FILE;
  }

  void insert() {
    store.insert(file(next), next, BLOCK);
    next++;
  }

  /** Pins and unpins a random block of the newer half, found by its file name. */
  int hit() {
    return read(next - 1 - random.nextLong(blocks / 2));
  }

  /** Pins and unpins the newest block. */
  int hitNewest() {
    return read(next - 1);
  }

  private int read(long block) {
    int handle = store.pin(file(block), block);
    if (handle != BlockStore.NONE) {
      store.unpin(handle);
    }
    return handle;
  }

  /** Resizes the store and waits until the background work is done. */
  void resize(long bytes) throws InterruptedException {
    store.controls().resize(bytes);
    store.awaitQuiet();
  }

  /** Throws if memory was leaked. */
  void check() throws InterruptedException {
    store.awaitQuiet();
    List<String> problems = store.audit();
    if (!problems.isEmpty()) {
      throw new IllegalStateException(String.join(" ", problems));
    }
  }

  @Override
  public void close() {
    store.close();
  }
}
