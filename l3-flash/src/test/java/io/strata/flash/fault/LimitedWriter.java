package io.strata.flash.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.FlashOptions;
import io.strata.flash.FlashOptions.DeviceSize;
import io.strata.flash.testing.TestOptions;
import io.strata.flash.testing.TestStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process whose files are limited to {@link #LIMIT_BYTES}, less than the first of its two devices
 * needs, until the limit is lifted.
 */
final class LimitedWriter {
  static final String FAILED = "failed";
  static final String RECOVERED = "recovered";
  static final long LIMIT_BYTES = 2 << 20;

  private static final int REGION = 64 << 10;
  private static final int REGIONS = 64;
  private static final int SMALL_REGIONS = 16;
  private static final int BLOCK = 5_000;
  private static final String FILE = "file";

  private LimitedWriter() {}

  static FlashOptions options(Path folder) {
    FlashOptions one = TestOptions.of(folder, 1, REGION, REGIONS, BLOCK);
    List<DeviceSize> files = new ArrayList<>(one.files());
    files.add(new DeviceSize(folder.resolve("small"), (long) SMALL_REGIONS * REGION));
    return new FlashOptions(
        files, BLOCK, one.readBytes(), one.ring(), one.restart(), one.encryption(), one.onError());
  }

  public static void main(String[] args) throws Exception {
    try (TestStore store = new TestStore(options(Path.of(args[0])))) {
      int next = 0;
      while (store.store().statistics().failedDevices() == 0) {
        store.put(FILE, next++, BLOCK);
      }
      assertThat(store.awaitError("device0 failed").getMessage()).contains("too large");
      for (int i = 0; i < REGIONS; i++) {
        next = verifyNewest(store, next, 5);
      }
      System.out.println(FAILED);
      while (store.store().statistics().failedDevices() == 1) {
        store.put(FILE, next++, BLOCK);
      }
      store.awaitError("device0 works again");
      for (int i = 0; i < 2 * REGIONS; i++) {
        next = verifyNewest(store, next, 1);
      }
      assertThat(store.store().statistics().blocks())
          .as("more than the small device holds")
          .isGreaterThan(SMALL_REGIONS * REGION / BLOCK);
      assertThat(store.store().statistics().failedDevices()).isZero();
      assertThat(store.errors()).as("failed once, recovered once").hasSize(2);
      assertThat(store.store().statistics().damaged()).isZero();
      System.out.println(RECOVERED);
    }
  }

  /** Fills some regions and checks that all of their blocks are found. Returns the next block. */
  private static int verifyNewest(TestStore store, int first, int regions) {
    int end = first + regions * (REGION / BLOCK);
    for (int i = first; i < end; i++) {
      assertThat(store.put(FILE, i, BLOCK)).isNull();
    }
    store.flush();
    for (int i = first; i < end; i++) {
      assertThat(store.read(FILE, i)).as("block %d of %d to %d", i, first, end).isTrue();
    }
    return end;
  }
}
