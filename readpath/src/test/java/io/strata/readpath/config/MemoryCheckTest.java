package io.strata.readpath.config;

import static io.strata.readpath.config.Confs.GB;
import static io.strata.readpath.config.Confs.MB;
import static io.strata.readpath.config.Confs.site;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.readpath.config.MemoryNeed.Part;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole of the process against the memory of its container or machine. */
class MemoryCheckTest {
  private static final long HEAP = 4 * GB;
  private static final long TIER = 1 * GB; // as Confs.site() says

  private static MemoryNeed needOf(Configuration conf) {
    return read(conf, PhysicalMemory.ENDLESS).memoryNeed();
  }

  private static CacheSettings read(Configuration conf, PhysicalMemory physical) {
    return CacheSettings.read(
        conf, new MemoryLimits(HEAP, 8 * GB, JvmMemory.usual(HEAP), physical));
  }

  @Test
  void theSumIsThatOfItsParts() {
    MemoryNeed need = needOf(site());

    assertThat(need.parts())
        .extracting(Part::bytes)
        .containsExactly(
            HEAP,
            TIER,
            0L,
            30L * 62 * 66560,
            64 * MB,
            128 * MB,
            240 * MB,
            230L * 256 * 1024,
            HEAP / 12,
            128 * MB + (HEAP + TIER) / 64);
    assertThat(need.bytes()).isEqualTo(need.parts().stream().mapToLong(Part::bytes).sum());
    assertThat(need).asString().startsWith("4096 MB heap + 1024 MB off-heap tier").endsWith(" MB");
  }

  @Test
  void everyOptionCounts() {
    JvmMemory less = new JvmMemory(GB, 100 * MB, 64 * MB, MB / 2);
    Configuration conf = site("hbase.regionserver.handler.count", "40");
    conf.set("hbase.regionserver.offheap.global.memstore.size", "100");
    MemoryLimits limits = new MemoryLimits(GB * 9 / 10, 8 * GB, less, PhysicalMemory.ENDLESS);

    assertThat(CacheSettings.read(conf, limits).memoryNeed().parts())
        .extracting(Part::bytes)
        .containsExactly(
            GB,
            TIER,
            0L,
            40L * 62 * 66560 + 100 * MB,
            64 * MB,
            100 * MB,
            64 * MB,
            240L * 128 * 1024,
            GB / 12,
            128 * MB + 2 * GB / 64);
  }

  @Test
  void aTierOfMappedFilesIsThePageCaches(@TempDir Path folder) {
    Configuration conf = site("hbase.bucketcache.ioengine", "pmem:" + folder.resolve("cache"));
    MemoryNeed need = needOf(conf);

    assertThat(need.bytes()).isEqualTo(needOf(site()).bytes() - TIER - TIER / 64);
    assertThatThrownBy(() -> read(conf, new PhysicalMemory(need.bytes() - 1, true)))
        .hasMessageStartingWith("hbase.bucketcache.ioengine is \"pmem:")
        .hasMessageContaining(", lower -Xmx, or set ");
  }

  @Test
  void theJvmSaysWhatItWasStartedWith() {
    JvmMemory here = JvmMemory.ofThisProcess();

    assertThat(here).isEqualTo(JvmMemory.usual(here.heap()));
    assertThat(here.heap()).isGreaterThanOrEqualTo(Runtime.getRuntime().maxMemory());
  }

  @Test
  void aContainerMustHoldTheWholeSum() {
    long need = needOf(site()).bytes();

    assertThat(read(site(), new PhysicalMemory(need, true)).notes()).isEmpty();
    assertThatThrownBy(() -> read(site(), new PhysicalMemory(need - 1, true)))
        .isInstanceOf(InvalidSettingException.class);
    assertThatThrownBy(() -> read(site(), new PhysicalMemory(need * 3 / 4, true)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "hbase.bucketcache.size is \"1024\", which with 4096 MB of heap and all else that the"
                + " process takes needs %d MB where the container has %d MB: raise the container's"
                + " limit to %dm, lower the size or -Xmx, or set strata.physical.memory.check to false to"
                + " start all the same.",
            DirectMemory.megabytes(need), (need * 3 / 4) >> 20, DirectMemory.megabytes(need));
  }

  @Test
  void theLimitThatTheSentenceNamesIsEnough() {
    long rounded = DirectMemory.megabytes(needOf(site()).bytes()) << 20;

    assertThat(read(site(), new PhysicalMemory(rounded, true)).notes()).isEmpty();
  }

  /** What other processes take and leave is not known, nor whether this one ever takes it all. */
  @Test
  void aMachineMustHoldWhatIsAskedForByNumber() {
    MemoryNeed need = needOf(site());

    assertThat(read(site(), new PhysicalMemory(need.bytes(), false)).notes()).isEmpty();
    assertThat(read(site(), new PhysicalMemory(need.bytes() - 1, false)).notes())
        .singleElement()
        .asString()
        .startsWith("The process needs ")
        .contains(" where the machine has ")
        .contains(need.toString());
    assertThat(read(site(), new PhysicalMemory(need.askedFor(), false)).notes()).hasSize(1);
    assertThatThrownBy(() -> read(site(), new PhysicalMemory(need.askedFor() - 1, false)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(" where the machine has ")
        .hasMessageContaining(": take a larger machine, lower the size or -Xmx, or set ");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theCheckCanBeMadeAWarning(boolean container) {
    Configuration conf = site("strata.physical.memory.check", "false");

    assertThat(read(conf, new PhysicalMemory(GB, container)).notes())
        .singleElement()
        .asString()
        .startsWith("The process needs ");
  }
}
