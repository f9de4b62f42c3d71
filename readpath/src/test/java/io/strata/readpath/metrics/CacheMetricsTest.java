package io.strata.readpath.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.strata.l2.layout.BucketLayout;
import io.strata.readpath.testing.Blocks;
import io.strata.readpath.testing.FlashCache;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.management.ObjectName;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the values of the meters of a cache with three tiers. */
class CacheMetricsTest {
  private static final String FILE = "0123456789abcdef0123456789abcdef";

  @TempDir private Path folder = Path.of("");

  private FlashCache open() {
    return new FlashCache(FlashCache.conf(folder));
  }

  /** Returns the values of all meters, by name and tags. */
  private static Map<String, Double> figures(FlashCache test) {
    CacheMetrics metrics = test.cache().metrics();
    Map<String, Double> figures = new TreeMap<>();
    metrics.read().forEach(each -> figures.put(name(each.id()), each.value()));
    metrics
        .lookups()
        .timers()
        .forEach(each -> figures.put(name(each.getId()), (double) each.count()));
    return figures;
  }

  private static String name(Meter.Id id) {
    List<String> parts = new ArrayList<>(List.of(id.getName()));
    id.getTags().stream().map(Tag::getValue).forEach(parts::add);
    return String.join(" ", parts);
  }

  /** Returns the sum of the meters whose names begin with {@code prefix}. */
  private static long sum(Map<String, Double> figures, String prefix) {
    return (long)
        figures.entrySet().stream()
            .filter(each -> each.getKey().startsWith(prefix))
            .mapToDouble(Map.Entry::getValue)
            .sum();
  }

  private static void cacheIndexBlock(FlashCache test, long offset) {
    HFileBlock block =
        Blocks.block(FILE, BlockType.LEAF_INDEX, offset, 1_000, -1, ByteBuffAllocator.HEAP);
    test.cache().cacheBlock(Blocks.key(FILE, offset), block);
  }

  @Test
  void hitsAndMissesAreToldApartByTierAndKind() {
    try (FlashCache test = open()) {
      cacheIndexBlock(test, 10);
      test.fill(FILE);
      long onFlash = test.firstOnFlash(FILE);
      Map<String, Double> before = figures(test);

      BlockCacheKey index = Blocks.key(FILE, 10);
      assertThat(test.cache().getBlock(index, true, false, true)).isNotNull();
      assertThat(test.read(FILE, FlashCache.BLOCKS - 1)).isTrue();
      assertThat(test.read(FILE, FlashCache.BLOCKS - 2)).isTrue();
      assertThat(test.read(FILE, onFlash)).isTrue();
      assertThat(test.read("other", 1)).isFalse();
      assertThat(test.cache().getBlock(Blocks.key("other", 2), true, false, true)).isNull();

      Map<String, Double> after = figures(test);
      Map<String, Long> hits = new TreeMap<>();
      after.forEach(
          (name, value) -> {
            long more = (long) (value - before.getOrDefault(name, 0.0));
            if (more != 0 && (name.startsWith("strata.hits") || name.startsWith("strata.misses"))) {
              hits.put(name, more);
            }
          });
      assertThat(hits)
          .isEqualTo(
              Map.of(
                  "strata.hits index heap", 1L,
                  "strata.hits data offheap", 2L,
                  "strata.hits data flash", 1L,
                  "strata.misses data", 1L,
                  "strata.misses index", 1L));
    }
  }

  @Test
  void everyBlockIsAdmittedRejectedOrInFlightUntilItIsEvicted() {
    try (FlashCache test = open()) {
      cacheIndexBlock(test, 10);
      test.fill(FILE);
      test.put(FILE, 1, 40 << 20);
      test.cache().evictBlock(FlashCache.key(FILE, FlashCache.BLOCKS - 1));
      test.awaitQuiet();
      Map<String, Double> now = figures(test);

      assertThat(sum(now, "strata.offered"))
          .isEqualTo(
              sum(now, "strata.admitted data offheap")
                  + sum(now, "strata.rejected data")
                  - sum(now, "strata.rejected data no_room heap")
                  + sum(now, "strata.flight.blocks"));
      assertThat(sum(now, "strata.rejected data too_large offheap")).isOne();
      assertThat(sum(now, "strata.evicted data request offheap")).isOne();
      assertThat(sum(now, "strata.admitted index heap")).isOne();
      assertThat(sum(now, "strata.cached offheap"))
          .isEqualTo(
              sum(now, "strata.admitted data offheap")
                  - sum(now, "strata.evicted data room offheap")
                  - 1);
      // Index blocks are written to flash as well, for a restart.
      assertThat(sum(now, "strata.flash.offered"))
          .isEqualTo(
              sum(now, "strata.evicted data room offheap")
                  + sum(now, "strata.admitted index heap"));
    }
  }

  @Test
  void oldNamesOfMetersShowTheSameValues() {
    try (FlashCache test = open()) {
      test.put(FILE, 1, 40 << 20);
      test.awaitQuiet();
      List<Sample> samples = test.cache().metrics().read();
      for (DeprecatedMeters each : DeprecatedMeters.values()) {
        assertThat(values(samples, each.oldName()))
            .isNotEmpty()
            .isEqualTo(values(samples, each.newName()));
      }
      assertThat(samples)
          .filteredOn(each -> each.id().getName().equals("strata.refused"))
          .extracting(each -> each.id().getDescription())
          .containsOnly("Deprecated, removed in the next release: use strata.rejected.");
    }
  }

  /** Returns the values of all meters of a name, by their tags. */
  private static Map<List<Tag>, Double> values(List<Sample> samples, String name) {
    return samples.stream()
        .filter(each -> each.id().getName().equals(name))
        .collect(Collectors.toMap(each -> each.id().getTags(), Sample::value));
  }

  @Test
  void memoryIsCountedByUse() {
    try (FlashCache test = open()) {
      test.fill(FILE);
      Map<String, Double> now = figures(test);

      long used = sum(now, "strata.size.class.used");
      assertThat(used).isEqualTo(sum(now, "strata.used offheap") + sum(now, "strata.slack"));
      assertThat(sum(now, "strata.size.class.buckets") + sum(now, "strata.empty"))
          .isEqualTo(sum(now, "strata.buckets") / BucketLayout.BUCKET_BYTES);
      assertThat(sum(now, "strata.capacity offheap")).isEqualTo(32 << 20);
      assertThat(now.get("strata.policy turnovers")).isGreaterThan(1);
      assertThat(now.keySet())
          .filteredOn(name -> name.startsWith("strata.expected.hits"))
          .hasSize(7);
    }
  }

  @Test
  void aPinIsAsOldAsTheFirstReadThatSawIt() throws InterruptedException {
    try (FlashCache test = open()) {
      test.put(FILE, 1);
      assertThat(sum(figures(test), "strata.pins")).isZero();
      HFileBlock held = Objects.requireNonNull(test.get(FILE, 1, true));
      assertThat(figures(test))
          .containsEntry("strata.pins", 1.0)
          .containsEntry("strata.pins.oldest", 0.0);
      Thread.sleep(2);
      test.cache().evictBlock(FlashCache.key(FILE, 1));
      Map<String, Double> now = figures(test);
      assertThat(now)
          .containsEntry("strata.pins.blocks", 1.0)
          .containsEntry("strata.pins.evicted", 1.0);
      assertThat(now.get("strata.pins.oldest")).isGreaterThanOrEqualTo(0.002);
      held.release();
      assertThat(sum(figures(test), "strata.pins")).isZero();
    }
  }

  @Test
  void oneLookUpInManyIsTimed() {
    try (FlashCache test = open()) {
      test.put(FILE, 1);
      int reads = 40 * LookupTimes.ONE_IN;
      for (int i = 0; i < reads; i++) {
        assertThat(test.read(FILE, 1)).isTrue();
      }
      // The expected number, ± ten standard deviations.
      assertThat(figures(test).get("strata.lookup offheap")).isBetween(1.0, 110.0);
      assertThat(sum(figures(test), "strata.lookup")).isBetween(1L, 110L);
    }
  }

  @Test
  void prometheusScrapesTheMeters() {
    try (FlashCache test = open()) {
      test.put(FILE, 1);
      assertThat(test.read(FILE, 1)).isTrue();
      String text = test.cache().metrics().scrape("");
      assertThat(text)
          .contains("# TYPE strata_hits_blocks_total counter")
          .contains("strata_hits_blocks_total{kind=\"data\",tier=\"offheap\"} 1.0")
          .contains("strata_used_bytes{tier=\"offheap\"} ")
          .contains("strata_lookup_seconds_bucket{found=\"offheap\",le=\"2.5E-7\"} ");
      assertThat(test.cache().metrics().scrape("application/openmetrics-text")).endsWith("# EOF\n");
    }
  }

  @Test
  void hadoopsMetricsShowTheMetersUntilShutdown() throws Exception {
    DefaultMetricsSystem.initialize("HBase");
    ObjectName name = new ObjectName("Hadoop:service=HBase,name=" + HadoopMetrics.NAME);
    var server = ManagementFactory.getPlatformMBeanServer();
    for (int time = 0; time < 2; time++) {
      try (FlashCache test = open()) {
        HadoopMetrics.show(test.cache().metrics());
        HadoopMetrics.show(test.cache().metrics());
        assertThat(server.getAttribute(name, "hits_kind_data_tier_offheap")).isEqualTo(0L);
        assertThat(server.getAttribute(name, "capacityBytes_tier_offheap")).isEqualTo(32L << 20);
        assertThat(server.getAttribute(name, "pinsOldestSeconds")).isEqualTo(0.0);
        assertThat(server.getAttribute(name, "lookup_found_miss_num_ops")).isInstanceOf(Long.class);
      }
      assertThat(server.isRegistered(name)).isFalse();
    }
  }
}
