package io.strata.readpath.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.FlashOptions;
import io.strata.flash.FlashOptions.DeviceSize;
import io.strata.flash.FlashStore;
import io.strata.flash.Rejection;
import io.strata.l2.policy.Policies;
import io.strata.readpath.testing.Blocks;
import io.strata.readpath.testing.FlashCache;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of a running cache by a reloaded configuration. */
class LiveChangeTest {
  private static final String FILE = "0123456789abcdef0123456789abcdef";

  /** After this time, a caller is considered blocked. */
  private static final long HANG_MILLIS = 20_000;

  @TempDir private Path folder = Path.of("");

  private Configuration withoutFlash() {
    Configuration conf = FlashCache.conf(folder);
    conf.unset("strata.flash.path");
    conf.unset("strata.flash.size");
    return conf;
  }

  private static void readAll(FlashCache test, int from, int to) {
    for (int i = from; i < to; i++) {
      assertThat(test.read(FILE, i, false)).as("block %d", i).isTrue();
    }
  }

  @Test
  void changeOfPolicyKeepsEveryBlock() throws Exception {
    Configuration conf = withoutFlash();
    try (FlashCache test = new FlashCache(conf)) {
      int count = 300;
      for (int i = 0; i < count; i++) {
        test.put(FILE, i);
      }
      for (Policies policy : List.of(Policies.S3_FIFO, Policies.REUSE_DISTANCE, Policies.LRU)) {
        conf.set("strata.offheap.policy", policy.title());
        test.reconfigure(conf);
        test.awaitQuiet();
        assertThat(test.cache().settings().policy()).isEqualTo(policy);
        assertThat(test.cache().offHeap().inspection().policyState().keySet())
            .isEqualTo(policy.make(1 << 20, 16).state().keySet());
        readAll(test, 0, count);
      }
    }
  }

  @Test
  void newWritersTakeOverQueuedBlocks() throws Exception {
    Configuration conf = withoutFlash();
    try (FlashCache test = new FlashCache(conf)) {
      for (int threads = 1; threads <= 4; threads++) {
        conf.setInt("hbase.bucketcache.writer.threads", threads);
        conf.setInt("hbase.bucketcache.writer.queuelength", 8 * threads);
        test.put(FILE, threads, 900 << 10);
        test.reconfigure(conf);
        assertThat(test.cache().settings().writerThreads()).isEqualTo(threads);
        readAll(test, 1, threads + 1);
        assertThat(
                Thread.getAllStackTraces().keySet().stream()
                    .filter(each -> each.getName().startsWith("strata-l2-writer-"))
                    .count())
            .as("threads, with those of other tests' caches")
            .isGreaterThanOrEqualTo(threads);
      }
    }
  }

  @Test
  void opensAndClosesAndReopensFlashTier() throws Exception {
    try (FlashCache test = new FlashCache(withoutFlash())) {
      test.fill(FILE);
      assertThat(test.read(FILE, 0)).as("block evicted before there was a flash tier").isFalse();

      test.reconfigure(FlashCache.conf(folder));
      test.fill("other");
      long onDisk = test.firstOnFlash("other");
      assertThat(test.read("other", onDisk)).isTrue();

      test.reconfigure(withoutFlash());
      assertThat(test.cache().offHeap().flash()).isNull();
      assertThat(test.read("other", onDisk)).isFalse();
      assertThat(test.read("other", FlashCache.BLOCKS - 1)).as("in memory").isTrue();

      test.reconfigure(FlashCache.conf(folder));
      test.awaitRestored();
      assertThat(test.read("other", onDisk)).as("recovered").isTrue();
    }
  }

  /** A block stays valid for its reader after its file is closed. */
  @Test
  void blockFromFlashOutlivesItsTier() throws Exception {
    Configuration another = FlashCache.conf(folder);
    another.set("strata.flash.path", folder.resolve("another").toString());
    for (Configuration next : List.of(another, withoutFlash())) {
      try (FlashCache test = new FlashCache(FlashCache.conf(folder))) {
        test.fill(FILE);
        long onDisk = test.firstOnFlash(FILE);
        HFileBlock held = Objects.requireNonNull(test.get(FILE, onDisk, false));
        FlashStore before = test.flash();

        test.reconfigure(next);
        assertThat(test.cache().settings().flash().isPresent()).isEqualTo(next == another);
        test.fill("other");
        Blocks.prove(FlashCache.key(FILE, onDisk), held);
        assertThat(before.blocksInUse()).isEqualTo(1);
        held.release();
        assertThat(before.audit()).isEmpty();
      }
    }
  }

  @Test
  void unusableFileChangesNothing() throws Exception {
    try (FlashCache test = new FlashCache(FlashCache.conf(folder))) {
      test.fill(FILE);
      long onDisk = test.firstOnFlash(FILE);
      long size = test.cache().offHeap().statistics().configuredBytes();

      Path taken = folder.resolve("taken");
      DeviceSize file = new DeviceSize(taken, 256 << 20);
      try (FlashStore other =
          new FlashStore(
              FlashOptions.of(List.of(file), FlashCache.BLOCK_BYTES, 1 << 20, error -> {}))) {
        assertThat(other.isFull()).isFalse();
        Configuration asked = FlashCache.conf(folder);
        asked.set("strata.flash.path", taken.toString());
        asked.set("hbase.bucketcache.size", "40");
        asked.set("strata.offheap.policy", "s3-fifo");
        test.reconfigure(asked);
      }
      test.awaitQuiet();
      assertThat(test.cache().settings().policy()).isEqualTo(Policies.LRU);
      assertThat(test.cache().offHeap().statistics().configuredBytes()).isEqualTo(size);
      assertThat(test.awaitRestored().tier().store().maxBytes()).isEqualTo(256L << 20);
      assertThat(test.read(FILE, onDisk)).as("block of the unchanged file").isTrue();
    }
  }

  @Test
  void appliesWriteRateAtOnce() throws Exception {
    Configuration conf = FlashCache.conf(folder);
    try (FlashCache test = new FlashCache(conf)) {
      test.fill(FILE);
      assertThat(test.statistics().rejected().get(Rejection.WEAR)).isZero();
      FlashStore before = test.flash();
      conf.set("strata.flash.write.rate", "1");
      test.reconfigure(conf);
      assertThat(test.flash()).as("the files stay open").isSameAs(before);
      test.fill("other");
      assertThat(test.statistics().rejected().get(Rejection.WEAR)).isPositive();
    }
  }

  @Test
  void appliesDrainTimeAtOnce() throws Exception {
    Configuration conf = FlashCache.conf(folder);
    try (FlashCache test = new FlashCache(conf)) {
      FlashStore before = test.flash();
      conf.set("strata.flash.drain", "7000");
      test.reconfigure(conf);
      assertThat(test.flash()).as("the files stay open").isSameAs(before);
      assertThat(test.tier().drainMillis()).isEqualTo(7_000);
    }
  }

  /** HBase opens no region during the call. */
  @Test
  void callerDoesNotWaitForFlashTier() throws Exception {
    try (FlashCache test = new FlashCache(withoutFlash())) {
      CountDownLatch opened = new CountDownLatch(1);
      CountDownLatch goOn = new CountDownLatch(1);
      test.cache()
          .onFlashReplaced(
              () -> {
                opened.countDown();
                awaitUninterrupted(goOn);
              });
      Thread caller = new Thread(() -> test.cache().onConfigurationChange(FlashCache.conf(folder)));
      try {
        caller.start();
        awaitUninterrupted(opened);
        caller.join(HANG_MILLIS);
        assertThat(caller.isAlive()).as("caller is blocked").isFalse();
      } finally {
        goOn.countDown();
        caller.join();
      }
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void appliesChangeOfSizeByFractionOfMegabyte() throws InterruptedException {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.bucketcache.ioengine", "offheap");
    conf.set("hbase.bucketcache.size", "40.2");
    StrataCache cache = new StrataCache(conf);
    try {
      conf.set("hbase.bucketcache.size", "40.7");
      cache.onConfigurationChange(conf);
      cache.awaitConfiguration();
      cache.offHeap().awaitQuiet();

      assertThat(cache.offHeap().getMaxSize()).isEqualTo((long) (40.7f * 1024 * 1024));
      assertThat(cache.offHeap().audit()).isEmpty();
    } finally {
      cache.shutdown();
    }
  }
}
