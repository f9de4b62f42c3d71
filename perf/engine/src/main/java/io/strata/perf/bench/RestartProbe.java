package io.strata.perf.bench;

import io.strata.l2.BlockStore;
import io.strata.l2.StoreOptions;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.memory.KeptMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Measures how soon a store serves the blocks of its predecessor after a restart over memory that
 * outlives the process: 4 GB of blocks of one size, whose bytes are verified. The first store is
 * closed, and the second opens the same file; times count from before it opens.
 *
 * <p>Command: {@code ./strata bench engine restart}.
 */
final class RestartProbe implements Probe {
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final long BYTES = 4L << 30;
  private static final long QUICK_BYTES = 64L << 20;

  /** The fraction of the store that is filled; more would evict blocks. */
  private static final double FILL = 0.9;

  private static final int FILES = 100;

  /** The distance between blocks that are looked up in succession. */
  private static final int STRIDE = 7_919;

  private final RestartBlocks blocks;
  private long opened;

  RestartProbe(RestartBlocks blocks) {
    this.blocks = blocks;
  }

  @Override
  public void measure(CacheKind cache, boolean quick, Sink sink) throws Exception {
    long bytes = quick ? QUICK_BYTES : BYTES;
    int count = (int) (bytes * FILL / blocks.bytes());
    Path folder = Files.createTempDirectory(SHARED_MEMORY, "strata-restart");
    Path file = folder.resolve("memory");
    try {
      int cached = fill(file, bytes, count);
      long begin;
      try (BlockStore<NumberedBlock> store = open(file, bytes)) {
        sink.whole(blocks.figure("first"), firstHit(store, count) - opened);
        store.awaitAttached();
        sink.whole(blocks.figure("indexed"), System.nanoTime() - opened);
        store.awaitQuiet();
        sink.figure(blocks.figure("found"), (double) found(store, count) / cached);
        begin = System.nanoTime();
      }
      sink.whole(blocks.figure("close"), System.nanoTime() - begin);
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  private BlockStore<NumberedBlock> open(Path file, long bytes) throws IOException {
    opened = System.nanoTime();
    CapacityPlan capacity = CapacityPlan.of(bytes, blocks.bytes());
    KeptMemory memory = KeptMemory.open(List.of(file), capacity, 0);
    return new BlockStore<>(StoreOptions.of(capacity).withMemory(memory));
  }

  /** Fills a store and returns its number of blocks. */
  private int fill(Path file, long bytes, int count) throws IOException, InterruptedException {
    try (BlockStore<NumberedBlock> store = open(file, bytes)) {
      store.awaitMemory();
      for (int number = 0; number < count; number++) {
        store.insert(fileOf(number), number, new NumberedBlock(number, blocks.bytes()));
      }
      store.awaitQuiet();
      return (int) store.statistics().blocks();
    }
  }

  /** Reads until the first hit and returns its time, in nanoseconds of the system clock. */
  private static long firstHit(BlockStore<NumberedBlock> store, int count) {
    for (int number = 0; ; number = (number + STRIDE) % count) {
      if (read(store, number)) {
        return System.nanoTime();
      }
    }
  }

  private static int found(BlockStore<NumberedBlock> store, int count) {
    int found = 0;
    for (int number = 0; number < count; number++) {
      found += read(store, number) ? 1 : 0;
    }
    return found;
  }

  /** Reads a block and verifies its bytes; returns whether it was found. */
  private static boolean read(BlockStore<NumberedBlock> store, int number) {
    int handle = store.pin(fileOf(number), number);
    if (handle == BlockStore.NONE) {
      return false;
    }
    int at = 0;
    for (ByteBuffer part : store.views(handle)) {
      for (; part.remaining() >= Long.BYTES; at += Long.BYTES) {
        if (part.getLong() != NumberedBlock.word(number, at)) {
          throw new IllegalStateException("Block " + number + " is wrong at byte " + at + ".");
        }
      }
    }
    store.unpin(handle);
    return true;
  }

  private static String fileOf(int number) {
    return "file-" + number % FILES;
  }
}
