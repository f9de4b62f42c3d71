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
  @EnumSource
  void configurationsHaveEqualMemory(Configuration configuration) {
    RegionServerSetup setup = configuration.setup(MEMORY, FILES);
    double heap = Integer.parseInt(setup.heap().replace("m", ""));
    double onHeap = Double.parseDouble(setup.site().getOrDefault("hfile.block.cache.size", "0"));
    boolean elsewhere = setup.site().containsKey("hbase.bucketcache.size");
    double cache = elsewhere ? 4_096 : heap * onHeap;

    assertThat(heap + (elsewhere ? cache : 0)).isEqualTo(MEMORY.total());
    assertThat(cache).isBetween(4_096 * 0.99, 4_096.0);
  }

  @Test
  void strataDiffersFromBucketCacheByOneSetting() {
    Map<String, String> strata = site(Configuration.STRATA_OFFHEAP);
    assertThat(strata)
        .containsAllEntriesOf(site(Configuration.COMBINED_OFFHEAP))
        .hasSize(site(Configuration.COMBINED_OFFHEAP).size() + 1)
        .containsKey("hbase.regionserver.impl");
    assertThat(site(Configuration.STRATA_KEPT))
        .containsAllEntriesOf(strata)
        .hasSize(strata.size() + 1)
        .containsEntry("strata.offheap.path", "/files/memory");
    assertThat(site(Configuration.STRATA_COMPRESSED))
        .containsAllEntriesOf(strata)
        .hasSize(strata.size() + 1)
        .containsEntry("strata.offheap.compression", "lz4");
  }

  private static Map<String, String> site(Configuration configuration) {
    return configuration.setup(MEMORY, FILES).site();
  }
}
