package io.strata.readpath.config;

import static io.strata.readpath.config.Confs.GB;
import static io.strata.readpath.config.Confs.MB;
import static io.strata.readpath.config.Confs.site;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.util.MemorySizeUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the two tiers against the other users of the heap and of direct memory. */
class MemoryTest {
  private static final MemoryLimits HERE = MemoryLimits.ofThisProcess();

  @Test
  void readsLimitsOfCommandLine() {
    // The build starts the tests with -XX:MaxDirectMemorySize=2g.
    assertThat(HERE.maxDirect()).isEqualTo(2 * GB);
    assertThat(HERE.maxHeap()).isEqualTo(Runtime.getRuntime().maxMemory());
  }

  @ParameterizedTest
  @CsvSource({
    "0.1,   ,        0",
    "0.4,   ,        0",
    "0.25,  ,        1048576",
    "0.25,  ,        1099511627776",
    "0.4,   3000000, 0",
    "0.4,   10m,     0",
    "0.4,   0.01g,   0",
    "0.4,   2.5 MB,  0",
    "0.4,   10m,     1048576",
    "0.3,   0,       0",
  })
  void sizesOnHeapTierAsHBase(String share, String absolute, String fixed) {
    Configuration conf = site("hfile.block.cache.size", share);
    conf.set("hfile.onheap.block.cache.fixed.size", fixed);
    if (absolute != null) {
      conf.set("hfile.block.cache.memory.size", absolute);
    }

    long bytes = CacheSettings.read(conf, HERE).onHeapBytes();

    // HBase takes shares of the heap as floats, of 24 bits.
    assertThat(bytes)
        .isCloseTo(MemorySizeUtil.getOnHeapCacheSize(conf), within(HERE.maxHeap() >> 22));
  }

  @ParameterizedTest
  @CsvSource({
    "0.5,  0.4,  0.5,  takes 50 % of the heap; the memstores take 40 %",
    "0.41, ,     0.41, takes 41 % of the heap; the memstores take 40 %",
    "0.2,  0.7,  0.2,  takes 20 % of the heap; the memstores take 70 %",
  })
  void rejectsSharesOfHeapAsHBase(String cache, String memstores, String shown, String problem) {
    Configuration conf = site("hfile.block.cache.size", cache);
    if (memstores != null) {
      conf.set("hbase.regionserver.global.memstore.size", memstores);
    }

    assertThatThrownBy(() -> MemorySizeUtil.validateRegionServerHeapMemoryAllocation(conf))
        .isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> CacheSettings.read(conf, HERE))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("hfile.block.cache.size=%s: %s, and 20 %%", shown, problem)
        .hasMessageEndingWith("or lower hbase.regionserver.global.memstore.size.");
  }

  @Test
  void checksEveryPairOfSharesAsHBase() {
    Configuration conf = site();
    for (int cache = 1; cache <= 100; cache++) {
      for (int memstores = 1; memstores <= 80; memstores++) {
        conf.set("hfile.block.cache.size", Float.toString(cache / 100f));
        conf.set("hbase.regionserver.global.memstore.size", Float.toString(memstores / 100f));

        assertThat(passes(new HeapShare(new SettingReader(conf), HERE.maxHeap())::bytes))
            .as("%d %% and %d %%", cache, memstores)
            .isEqualTo(passes(() -> MemorySizeUtil.validateRegionServerHeapMemoryAllocation(conf)));
      }
    }
  }

  @Test
  void checksAbsoluteSize() {
    MemoryLimits limits = new MemoryLimits(10 * GB, 4 * GB);

    assertThat(
            CacheSettings.read(site("hfile.block.cache.memory.size", "4g"), limits).onHeapBytes())
        .isEqualTo(4 * GB);
    assertThatThrownBy(
            () -> CacheSettings.read(site("hfile.block.cache.memory.size", "5g"), limits))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("hfile.block.cache.memory.size=5g: takes 50 % of the heap");
  }

  @Test
  void absoluteSizeOfMemstoresOverridesShare() {
    MemoryLimits limits = new MemoryLimits(10 * GB, 4 * GB);
    Configuration conf = site("hfile.block.cache.size", "0.6");
    conf.set("hbase.regionserver.global.memstore.memory.size", "2g");

    assertThat(CacheSettings.read(conf, limits).onHeapBytes())
        .isCloseTo(6 * GB, within(limits.maxHeap() >> 22));
  }

  @Test
  void readsMinFreeHeap() {
    MemoryLimits limits = new MemoryLimits(10 * GB, 4 * GB);
    String[] half = {"hfile.block.cache.size", "0.5"};

    Configuration enough = site(half);
    enough.set("hbase.regionserver.free.heap.min.memory.size", "1g");
    assertThat(CacheSettings.read(enough, limits).onHeapBytes()).isEqualTo(5 * GB);

    enough.set("hbase.regionserver.free.heap.min.memory.size", "3g");
    assertThatThrownBy(() -> CacheSettings.read(enough, limits))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("30 % must stay free. Lower it to at most 30 %");
  }

  @Test
  void rejectsEmptyOnHeapTier() {
    assertThatThrownBy(() -> CacheSettings.read(site("hfile.block.cache.size", "0"), HERE))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("hfile.block.cache.size=0: leaves no heap");
  }

  @Test
  void rejectsSizeAboveDirectMemory() {
    MemoryLimits limits = new MemoryLimits(8 * GB, 1024 * MB);

    assertThatThrownBy(() -> CacheSettings.read(site(), limits))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "hbase.bucketcache.size=1024: needs 1,143 MB of direct memory, including 119 MB for"
                + " HBase's own buffers; the JVM allows 1,024 MB. Set -XX:MaxDirectMemorySize=1143m"
                + " or lower the size.");
    assertThat(CacheSettings.read(site(), new MemoryLimits(8 * GB, 1143 * MB)).offHeapBytes())
        .as("the limit that the message names")
        .isEqualTo(1024 * MB);
  }

  @Test
  void countsOffHeapMemstores() {
    MemoryLimits limits = new MemoryLimits(8 * GB, 2 * GB);
    Configuration conf = site("hbase.regionserver.offheap.global.memstore.size", "1000");

    assertThatThrownBy(() -> CacheSettings.read(conf, limits))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("including 1,119 MB for HBase's own buffers");
  }

  @ParameterizedTest
  @ValueSource(strings = {"4194304", "4194303.9"})
  void hugeSizeDoesNotOverflow(String size) {
    Configuration conf = site("hbase.bucketcache.size", size);
    conf.set("hbase.regionserver.offheap.global.memstore.size", Long.toString(1L << 40));

    assertThatThrownBy(() -> CacheSettings.read(conf, HERE))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("hbase.bucketcache.size=" + size + ": needs ");
  }

  @ParameterizedTest
  @CsvSource({
    "30, 66560,   ,     true",
    "7,  66560,   ,     true",
    "30, 2097152, ,     true",
    "30, 1024,    ,     true",
    "30, 4194304, ,     true",
    "30, 66560,   100,  true",
    "30, 66560,   0,    true",
    "30, 66560,   ,     false",
  })
  void calculatesBufferPoolAsHBase(
      String handlers, String bufferBytes, String buffers, boolean enabled) {
    Configuration conf = site("hbase.regionserver.handler.count", handlers);
    conf.set("hbase.server.allocator.buffer.size", bufferBytes);
    conf.setBoolean("hbase.server.allocator.pool.enabled", enabled);
    if (buffers != null) {
      conf.set("hbase.server.allocator.max.buffer.count", buffers);
    }
    ByteBuffAllocator pool = ByteBuffAllocator.create(conf, enabled);
    long expected = enabled ? (long) pool.getTotalBufferCount() * Integer.parseInt(bufferBytes) : 0;

    assertThat(new DirectMemory(new SettingReader(conf)).takenByHBase()).isEqualTo(expected);
  }

  private static boolean passes(Runnable check) {
    try {
      check.run();
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }
}
