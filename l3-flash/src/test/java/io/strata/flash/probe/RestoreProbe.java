package io.strata.flash.probe;

import io.strata.flash.BlockSource;
import io.strata.flash.FlashOptions;
import io.strata.flash.FlashStore;
import io.strata.flash.Rejection;
import io.strata.flash.read.FlashBlock;
import io.strata.flash.restart.RecoveryOptions;
import io.strata.flash.testing.TestOptions;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Fills a store with a million blocks, in as many regions as a million blocks of 64 KB would take,
 * and measures how fast they are restored: {@code RestoreProbe <folder>}.
 */
final class RestoreProbe {
  private static final int BLOCKS = 1_000_000;
  private static final int BLOCK = 900;
  private static final int REGION = 256 << 10;
  private static final int REGIONS = 4_400;
  private static final int BLOCKS_PER_FILE = 10_000;
  private static final int ROUNDS = 5;

  private RestoreProbe() {}

  /** A block of zeros. */
  private record Zeroes() implements BlockSource {
    @Override
    public int length() {
      return BLOCK;
    }

    @Override
    public int attributes() {
      return 1;
    }

    @Override
    public long stamp() {
      return 2;
    }

    @Override
    public void writeTo(ByteBuffer memory) {}
  }

  private static String file(int block) {
    return "0123456789abcdef0123456789%06d".formatted(block / BLOCKS_PER_FILE);
  }

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    FlashOptions options =
        TestOptions.of(folder, 1, REGION, REGIONS, BLOCK)
            .withRestart(RecoveryOptions.warm(new UUID(1, 2)))
            .withErrorHandler(System.out::println);
    try (FlashStore store = new FlashStore(options)) {
      store.awaitRestored();
      for (int i = 0; i < BLOCKS; i++) {
        while (store.insert(file(i), i, new Zeroes()) == Rejection.WRITERS_BEHIND) {
          Thread.onSpinWait();
        }
      }
    }
    System.out.printf(
        "snapshot: %.1f bytes a block%n",
        (double) Files.size(folder.resolve("device0.index")) / BLOCKS);
    for (int round = 0; round < ROUNDS; round++) {
      measure("from the snapshot", options);
    }
    for (int round = 0; round < ROUNDS; round++) {
      Files.delete(folder.resolve("device0.index"));
      measure("from the regions", options);
    }
  }

  private static void measure(String how, FlashOptions options) throws Exception {
    long begin = System.nanoTime();
    try (FlashStore store = new FlashStore(options)) {
      long opened = System.nanoTime();
      long firstHit = 0;
      for (int i = BLOCKS / 2; firstHit == 0; i++) {
        Thread.sleep(i % 100 == 0 ? 1 : 0);
        FlashBlock block = store.get(file(i % BLOCKS), i % BLOCKS);
        if (block != null) {
          firstHit = System.nanoTime();
          block.release();
        }
      }
      store.awaitRestored();
      long restored = System.nanoTime();
      long blocks = store.statistics().restored();
      System.out.printf(
          "%s: opened in %.0f ms, first hit after %.0f ms, %,d blocks in %.0f ms: %,.0f a second%n",
          how,
          (opened - begin) / 1e6,
          (firstHit - begin) / 1e6,
          blocks,
          (restored - begin) / 1e6,
          blocks * 1e9 / (restored - begin));
    }
  }
}
