package io.strata.readpath.config;

import static io.strata.readpath.config.Confs.MB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.within;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.layout.SizeClasses;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.util.MemorySizeUtil;
import org.junit.jupiter.api.Tag;

/** Any {@code hbase-site.xml} is read as by HBase and within the limits of memory, or rejected. */
@Tag("fuzz")
class SiteFuzzTest {
  private static final List<SettingKey<?>> KEYS = SettingKeys.all();

  static {
    // Registers the old names of HBase's keys, as in a server.
    HBaseConfiguration.create();
  }

  private static final MemoryLimits HERE = MemoryLimits.ofThisProcess();

  /**
   * Paths of files, which depend on this machine's disk, and a key that only a later version of
   * HBase reads.
   */
  private static final Set<SettingKey<?>> EXCLUDED =
      Set.of(
          OffHeapKeys.IO_ENGINE,
          OffHeapKeys.PERSISTENT_PATH,
          TraceKeys.DIR,
          HBaseKeys.MEMSTORE_BYTES);

  /**
   * The first line of the input is the JVM's limit of direct memory. The first character of each
   * other line selects a key, and the rest is the text of its value.
   */
  @FuzzTest
  void readsSiteWithinLimitsOrRejectsIt(byte[] input) {
    List<String> lines = new String(input, StandardCharsets.UTF_8).lines().toList();
    MemoryLimits limits =
        new MemoryLimits(HERE.maxHeap(), lines.isEmpty() ? 0 : numberIn(lines.get(0)));
    Configuration conf = new Configuration(false);
    conf.set("hbase.bucketcache.ioengine", "offheap");
    conf.set("hbase.bucketcache.size", "1024");
    for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
      set(conf, line);
    }
    try {
      CacheSettings settings = CacheSettings.read(conf, limits);
      isInRange(settings, conf, limits);
      isAsByHBase(settings, conf);
    } catch (InvalidSettingException e) {
      RejectionMessages.check(e, conf);
    }
  }

  private static void set(Configuration conf, String line) {
    if (line.isEmpty()) {
      return;
    }
    SettingKey<?> key = KEYS.get(line.charAt(0) % KEYS.size());
    if (!EXCLUDED.contains(key)) {
      conf.set(key.name(), line.substring(1));
    }
  }

  private static long numberIn(String line) {
    try {
      return Long.parseLong(line);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  private static void isInRange(CacheSettings settings, Configuration conf, MemoryLimits limits) {
    assertThat(settings.onHeapBytes()).isBetween(1L, limits.maxHeap());
    assertThat(settings.offHeapBytes()).isGreaterThanOrEqualTo(32 * MB);
    assertThat(BigInteger.valueOf(settings.offHeapBytes()).add(takenByHBase(conf)))
        .as("direct memory of %s", conf.get("hbase.bucketcache.size"))
        .isLessThanOrEqualTo(BigInteger.valueOf(limits.maxDirect()));
    assertThatCode(() -> CapacityPlan.of(settings.offHeapBytes(), settings.blockBytes()))
        .as("capacity plan of accepted settings")
        .doesNotThrowAnyException();
    settings.slotSizes().ifPresent(SizeClasses::of);
  }

  private static BigInteger takenByHBase(Configuration conf) {
    BigInteger memstores =
        BigInteger.valueOf(conf.getLong(MemorySizeUtil.OFFHEAP_MEMSTORE_SIZE_KEY, 0)).shiftLeft(20);
    ByteBuffAllocator pool = ByteBuffAllocator.create(conf, true);
    return BigInteger.valueOf(pool.getTotalBufferCount())
        .multiply(BigInteger.valueOf(Math.max(0, pool.getBufferSize())))
        .add(memstores);
  }

  private static void isAsByHBase(CacheSettings settings, Configuration conf) {
    assertThatCode(() -> MemorySizeUtil.validateRegionServerHeapMemoryAllocation(conf))
        .doesNotThrowAnyException();
    assertThat(settings.offHeapBytes()).isEqualTo(MemorySizeUtil.getBucketCacheSize(conf));
    // HBase takes shares of the heap as floats, of 24 bits.
    assertThat(settings.onHeapBytes())
        .isCloseTo(MemorySizeUtil.getOnHeapCacheSize(conf), within(HERE.maxHeap() >> 22));
    assertThat(settings.writerThreads())
        .isEqualTo(conf.getInt("hbase.bucketcache.writer.threads", 3));
    assertThat(settings.writerQueueLength())
        .isEqualTo(conf.getInt("hbase.bucketcache.writer.queuelength", 64));
    assertThat(settings.blockBytes())
        .isEqualTo(conf.getInt("hbase.blockcache.minblocksize", 65536));
    assertThat(settings.statsPeriods())
        .isEqualTo(conf.getInt("hbase.blockcache.stats.periods", 12));
    assertThat(settings.statsPeriodMinutes())
        .isEqualTo(conf.getInt("hbase.blockcache.stats.period.minutes", 5));
  }
}
