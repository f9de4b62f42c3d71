package io.strata.readpath.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.testing.FlashCache;
import io.strata.readpath.usage.Owner;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recovered blocks of orphaned files are evicted, and no others. */
class OrphanSweepTest {
  private static final String PLAIN = "1c5e0a";
  private static final String REFERRED = "2c5e0a";
  private static final String LINKED = "3c5e0a";
  private static final String GONE = "4c5e0a";
  private static final Owner OWNER = new Owner("t", "f");
  private static final Map<String, Owner> NAMES =
      Map.of(PLAIN, OWNER, "2c5e0a.9f13", OWNER, "t=9f13-3c5e0a", OWNER, "other", OWNER);

  @TempDir Path folder;

  private FlashCache restarted() throws Exception {
    try (FlashCache test = new FlashCache(FlashCache.conf(folder))) {
      for (String file : Set.of(PLAIN, REFERRED, LINKED, GONE)) {
        test.put(file, 0);
      }
      test.fill("filling");
    }
    FlashCache test = new FlashCache(FlashCache.conf(folder)).awaitRestored();
    assertThat(test.flash().restoredFiles()).contains(PLAIN, REFERRED, LINKED, GONE, "filling");
    return test;
  }

  /** Returns a sweep that only runs when the test calls it. */
  private static OrphanSweep sweepOf(FlashCache test, Supplier<Map<String, Owner>> names) {
    OrphanSweep sweep = new OrphanSweep(test.cache().offHeap().restored(), Optional.empty());
    sweep.start(names);
    return sweep;
  }

  @Test
  void evictsFilesThatNoRegionHas() throws Exception {
    try (FlashCache test = restarted()) {
      OrphanSweep sweep = sweepOf(test, () -> NAMES);
      sweep.sweep();
      sweep.stop();
      assertThat(sweep.freedFiles()).isEqualTo(2);
      assertThat(test.flash().restoredFiles()).containsOnly(PLAIN, REFERRED, LINKED);
      assertThat(test.read(GONE, 0)).isFalse();
      assertThat(test.read(PLAIN, 0)).isTrue();
    }
  }

  @Test
  void keepsRequestedFiles() throws Exception {
    try (FlashCache test = restarted()) {
      assertThat(test.read(GONE, 0)).isTrue();
      OrphanSweep sweep = sweepOf(test, () -> NAMES);
      sweep.sweep();
      sweep.stop();
      assertThat(test.read(GONE, 0)).isTrue();
      assertThat(test.flash().restoredFiles()).doesNotContain("filling");
    }
  }

  @Test
  void evictsNothingIfServersFilesAreUnknown() throws Exception {
    try (FlashCache test = restarted()) {
      OrphanSweep sweep =
          sweepOf(
              test,
              () -> {
                throw new IllegalStateException("no regions");
              });
      sweep.sweep();
      sweep.stop();
      assertThat(sweep.freedFiles()).isZero();
      assertThat(test.read(GONE, 0)).isTrue();
    }
  }

  @Test
  void sweepsAfterGracePeriod() throws Exception {
    restarted().close();
    Configuration conf = FlashCache.conf(folder);
    conf.set("hbase.bucketcache.block.orphan.evictgraceperiod.seconds", "0");
    try (FlashCache test = new FlashCache(conf).awaitRestored()) {
      test.cache().serve(() -> NAMES, Map::of);
      while (test.cache().orphanedFiles() < 2) {
        Thread.sleep(10);
      }
      assertThat(test.read(GONE, 0)).isFalse();
    }
  }
}
