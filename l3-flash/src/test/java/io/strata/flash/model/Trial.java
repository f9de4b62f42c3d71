package io.strata.flash.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.FlashOptions;
import io.strata.flash.Rejection;
import io.strata.flash.admit.WriteRateOptions;
import io.strata.flash.crypt.BlockCipher;
import io.strata.flash.crypt.Encryption;
import io.strata.flash.layout.BlockHeader;
import io.strata.flash.layout.RegionHeader;
import io.strata.flash.read.FlashBlock;
import io.strata.flash.testing.TestBlock;
import io.strata.flash.testing.TestOptions;
import io.strata.flash.testing.TestStore;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** A sequence of random operations from one seed. */
final class Trial {
  private static final int REGION = 16 << 10;
  private static final int MAX_LENGTH = 3_000;
  private static final int REGIONS = 10;
  private static final int OPERATIONS = 150;

  /**
   * Bytes that can be written after a block before its region is retired: the capacity of the rest
   * of the ring, if each region's end is wasted.
   */
  private static final long SAFE_BYTES =
      (REGIONS - TestOptions.BUFFERS - TestOptions.MARGIN - 1L)
          * (REGION - RegionHeader.BYTES - BlockHeader.totalBytes(2, MAX_LENGTH));

  private record BlockKey(String file, long offset) {}

  /**
   * @param after bytes that had been written when the block was
   */
  private record Kept(long version, long after) {}

  private final Random random;
  private final FlashOptions options;
  private final double share;
  private final Map<BlockKey, Kept> model = new HashMap<>();
  private TestStore store;
  private long written;
  private long version;

  Trial(Path folder, int seed) throws Exception {
    this.random = new Random(seed);
    Encryption encryption = random.nextInt(4) == 0 ? Encryption.withNewKey() : Encryption.none();
    this.share = random.nextBoolean() ? WriteRateOptions.MAX_REINSERTED : 0;
    this.options =
        TestOptions.of(folder, 1 + random.nextInt(2), REGION, REGIONS, 200)
            .withEncryption(encryption)
            .withWriteRate(WriteRateOptions.defaults().withReinsertedShare(share));
    this.store = new TestStore(options);
  }

  void run() throws Exception {
    for (int i = 0; i < OPERATIONS; i++) {
      step(new BlockKey("f" + random.nextInt(4), random.nextInt(20)));
    }
    for (BlockKey key : Map.copyOf(model).keySet()) {
      get(key);
    }
    store.close();
    assertThat(store.store().statistics().damaged()).isZero();
  }

  private void step(BlockKey key) throws Exception {
    switch (random.nextInt(16)) {
      case 0, 1, 2, 3, 4, 5, 6 -> insert(key);
      case 7, 8, 9, 10, 11, 12 -> get(key);
      case 13 -> evict(key);
      case 14 -> evictFile(key.file);
      default -> flush();
    }
  }

  private void insert(BlockKey key) {
    int length = 1 + random.nextInt(MAX_LENGTH);
    boolean contained = store.store().contains(key.file, key.offset);
    Rejection rejection =
        store.put(key.file, key.offset, new TestBlock(key.file, key.offset, ++version, length));
    if (contained) {
      assertThat(model).containsKey(key);
      if (rejection == Rejection.ALREADY_CACHED) {
        return;
      }
      // Its region was retired in between.
      verifyOld(model.get(key));
    }
    assertThat(rejection).isNull();
    written += BlockHeader.totalBytes(key.file.length(), length + BlockCipher.TAG_BYTES);
    model.put(key, new Kept(version, written));
  }

  private void get(BlockKey key) {
    Kept kept = model.get(key);
    FlashBlock block = store.store().get(key.file, key.offset);
    if (block != null) {
      assertThat(kept).as("an evicted block").isNotNull();
      assertThat(TestBlock.verifyVersion(key.file, key.offset, block)).isEqualTo(kept.version);
    } else if (kept != null) {
      verifyOld(kept);
      model.remove(key);
    }
  }

  private void verifyOld(Kept kept) {
    assertThat(written - kept.after).as("bytes since").isGreaterThan(safeBytes());
  }

  /** Reinserted blocks take space from new ones. */
  private long safeBytes() {
    return (long) (SAFE_BYTES * (1 - share));
  }

  private void evict(BlockKey key) {
    boolean was = store.store().evict(key.file, key.offset);
    Kept kept = model.remove(key);
    assertThat(was && kept == null).isFalse();
    assertThat(store.store().contains(key.file, key.offset)).isFalse();
  }

  private void evictFile(String file) {
    store.store().evictFile(file);
    model.keySet().removeIf(key -> key.file.equals(file));
  }

  /** Closes a region early: it takes as much of the ring as a full one. */
  private void flush() {
    store.flush();
    written += REGION;
  }
}
