package io.strata.perf.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.RegionServerSetup;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConfigurationTest {
  private static final Memory MEMORY = new Memory(2_048, 4_096);
  private static final Path FILES = Path.of("/files");

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "META_ONLY")
  void configurationsHaveEqualMemory(Configuration configuration) {
    RegionServerSetup setup = configuration.setup(MEMORY, FILES);
    double heap = configuration.heapMegabytes(MEMORY);
    double onHeap = Double.parseDouble(setup.site().getOrDefault("hfile.block.cache.size", "0"));
    boolean elsewhere = setup.site().containsKey("hbase.bucketcache.size");
    boolean heapEngine = "heap".equals(setup.site().get("hbase.bucketcache.ioengine"));
    double cache = elsewhere ? 4_096 : heap * onHeap;

    assertThat(heap + (elsewhere && !heapEngine ? cache : 0)).isEqualTo(MEMORY.total());
    assertThat(cache).isBetween(4_096 * 0.99, 4_096.0);
  }

  @Test
  void metaOnlyHasAllMemoryAsHeap() {
    assertThat(Configuration.META_ONLY.heapMegabytes(MEMORY)).isEqualTo(MEMORY.total());
    assertThat(Configuration.META_ONLY.settings(MEMORY))
        .isEqualTo(Map.of("hbase.block.data.cacheonread", "false"));
  }

  @Test
  void strataDiffersFromBucketCacheByOneSetting() {
    Map<String, String> strata = Configuration.STRATA_OFFHEAP.settings(MEMORY);
    assertThat(strata).containsAllEntriesOf(Configuration.COMBINED_OFFHEAP.settings(MEMORY));
    assertThat(strata).hasSize(Configuration.COMBINED_OFFHEAP.settings(MEMORY).size() + 1);
    assertThat(strata).containsKey("hbase.regionserver.impl");
    assertThat(Configuration.CONTROL.settings(MEMORY))
        .isEqualTo(Configuration.COMBINED_OFFHEAP.settings(MEMORY));
  }

  @Test
  void onHeapBucketCacheIsUnavailable() {
    assertThat(Configuration.COMBINED_ONHEAP.unavailable().orElseThrow()).contains("no longer has");
    assertThat(Configuration.DEFAULT)
        .contains(Configuration.COMBINED_ONHEAP)
        .doesNotContain(Configuration.CONTROL);
  }
}
