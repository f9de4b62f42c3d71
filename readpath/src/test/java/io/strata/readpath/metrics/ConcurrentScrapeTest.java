package io.strata.readpath.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.testing.Blocks;
import io.strata.readpath.testing.FlashCache;
import io.strata.readpath.usage.Owner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests scrapes concurrent with other scrapes, JMX, the history's step, and reads. */
class ConcurrentScrapeTest {
  private static final String FILE = "0123456789abcdef0123456789abcdef";
  private static final String INDEX_FILE = "fedcba9876543210fedcba9876543210";
  private static final int SCRAPES = 200;

  @TempDir private Path folder = Path.of("");

  private FlashCache open() {
    return new FlashCache(FlashCache.conf(folder));
  }

  /** Repeats a task until {@code stop} is set. */
  private static Callable<Void> until(AtomicBoolean stop, Runnable task) {
    return () -> {
      while (!stop.get()) {
        task.run();
      }
      return null;
    };
  }

  @Test
  void eachScrapeHasEverySeriesOnceWhileOthersScrape() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    AtomicBoolean stop = new AtomicBoolean();
    try (FlashCache test = open()) {
      Map<String, Owner> owners = new HashMap<>();
      for (int i = 0; i < 20; i++) {
        owners.put("file" + i, new Owner("table" + i, "family"));
        test.put("file" + i, 0);
      }
      CacheMetrics metrics = test.cache().metrics();
      metrics.showOwners(() -> owners);
      TreeSet<String> all = new TreeSet<>(Exposition.parse(metrics.scrape("")).keySet());
      DefaultMetricsSystem.initialize("HBase");
      HadoopMetrics.show(metrics);
      List<Callable<Void>> others =
          List.of(
              until(stop, () -> metrics.scrape("")),
              until(stop, metrics::step),
              until(
                  stop,
                  () ->
                      DefaultMetricsSystem.instance()
                          .getSource(HadoopMetrics.NAME)
                          .getMetrics(new MetricsCollectorImpl(), true)));
      List<Future<Void>> running = others.stream().map(threads::submit).toList();
      List<String> failed = new ArrayList<>();
      for (int i = 0; i < SCRAPES; i++) {
        try {
          assertThat(Exposition.parse(metrics.scrape(""))).containsOnlyKeys(all);
        } catch (RuntimeException | AssertionError e) {
          failed.add(String.valueOf(e).lines().findFirst().orElse(""));
        }
      }
      stop.set(true);
      for (Future<Void> each : running) {
        each.get();
      }
      assertThat(failed).as("of %d scrapes", SCRAPES).isEmpty();
    } finally {
      stop.set(true);
      threads.shutdown();
    }
  }

  @Test
  void noCounterFallsWhileBlocksAreReadInEveryTier() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    AtomicBoolean stop = new AtomicBoolean();
    try (FlashCache test = open()) {
      BlockCacheKey index = Blocks.key(INDEX_FILE, 10, BlockType.LEAF_INDEX);
      test.cache()
          .cacheBlock(
              index,
              Blocks.block(
                  INDEX_FILE, BlockType.LEAF_INDEX, 10, 1_000, -1, ByteBuffAllocator.HEAP));
      test.fill(FILE);
      long onFlash = test.firstOnFlash(FILE);
      List<Future<Void>> running = new ArrayList<>();
      for (BlockCacheKey key :
          List.of(
              index,
              index,
              FlashCache.key(FILE, FlashCache.BLOCKS - 1),
              FlashCache.key(FILE, onFlash),
              Blocks.key("other", 1, BlockType.LEAF_INDEX),
              Blocks.key("other", 1))) {
        running.add(threads.submit(until(stop, () -> look(test, key))));
      }
      Map<String, Double> before = Map.of();
      List<String> fell = new ArrayList<>();
      for (int i = 0; i < SCRAPES; i++) {
        Map<String, Double> now = Exposition.parse(test.cache().metrics().scrape(""));
        before.forEach(
            (series, value) -> {
              if (isCounter(series) && now.getOrDefault(series, 0.0) < value) {
                fell.add("%s from %s to %s".formatted(series, value, now.get(series)));
              }
            });
        before = now;
      }
      stop.set(true);
      for (Future<Void> each : running) {
        each.get();
      }
      assertThat(fell).as("of %d scrapes", SCRAPES).isEmpty();
      assertThat(before)
          .hasEntrySatisfying(
              "strata_hits_blocks_total{kind=\"index\",tier=\"heap\"}",
              hits -> assertThat(hits).isPositive())
          .hasEntrySatisfying(
              "strata_hits_blocks_total{kind=\"data\",tier=\"flash\"}",
              hits -> assertThat(hits).isPositive());
    } finally {
      stop.set(true);
      threads.shutdown();
    }
  }

  private static void look(FlashCache test, BlockCacheKey key) {
    Cacheable block = test.cache().getBlock(key, false, false, true);
    if (block != null) {
      block.release();
    }
  }

  /** Returns whether a series only rises; true for series of histograms, too. */
  private static boolean isCounter(String series) {
    String name = series.replaceFirst("\\{.*", "");
    return name.endsWith("_total") || name.endsWith("_count") || name.endsWith("_bucket");
  }
}
