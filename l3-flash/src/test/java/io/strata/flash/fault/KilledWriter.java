package io.strata.flash.fault;

import io.strata.flash.FlashOptions;
import io.strata.flash.FlashStore;
import io.strata.flash.Rejection;
import io.strata.flash.crypt.Encryption;
import io.strata.flash.restart.RecoveryOptions;
import io.strata.flash.testing.TestBlock;
import io.strata.flash.testing.TestOptions;
import java.nio.file.Path;
import java.util.Random;
import java.util.UUID;

/**
 * A process that writes blocks until it is killed. It prints the last block of a batch before
 * inserting it, and after a flush the blocks that are on the devices.
 */
final class KilledWriter {
  static final String FILE = "file";
  static final String INSERTS = "inserts ";
  static final String FLUSHED = "flushed ";
  static final int ENDED_AFTER_FLUSH = 7;
  static final int REGIONS = 24;
  static final int REGION = 128 << 10;
  static final int MAX_LENGTH = 8_000;

  private static final UUID STORE = new UUID(1, 2);
  private static final int SNAPSHOT_REGIONS = 5;
  private static final int MAX_BATCH = 40;

  /** After one flush in this many, the process ends itself before it reports the flush. */
  private static final int HALTS = 5;

  private KilledWriter() {}

  static FlashOptions options(Path folder) {
    return TestOptions.of(folder, 2, REGION, REGIONS, MAX_LENGTH / 4)
        .withRestart(new RecoveryOptions(true, STORE, SNAPSHOT_REGIONS))
        .withEncryption(Encryption.withKey(new byte[Encryption.KEY_BYTES]));
  }

  static int length(long offset) {
    return 1 + new Random(offset).nextInt(MAX_LENGTH);
  }

  public static void main(String[] args) throws Exception {
    Random random = new Random(Long.parseLong(args[1]));
    long next = Long.parseLong(args[2]);
    try (FlashStore store = new FlashStore(options(Path.of(args[0])))) {
      if (random.nextBoolean()) {
        store.awaitRestored();
      }
      while (true) {
        long end = next + 1 + random.nextInt(MAX_BATCH);
        System.out.println(INSERTS + end);
        for (; next < end; next++) {
          TestBlock block = new TestBlock(FILE, next, length(next));
          while (store.insert(FILE, next, block) == Rejection.WRITERS_BEHIND) {
            Thread.onSpinWait();
          }
        }
        if (random.nextInt(3) == 0) {
          store.flush();
          if (random.nextInt(HALTS) == 0) {
            Runtime.getRuntime().halt(ENDED_AFTER_FLUSH);
          }
          System.out.println(FLUSHED + end);
        }
      }
    }
  }
}
