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

/** Checks the memory of the whole process against that of its container or machine. */
class MemoryCheckTest {
  private static final long HEAP = 4 * GB;
  private static final long TIER = 1 * GB; // as Confs.site() says

  private static MemoryNeed needOf(Configuration conf) {
    return read(conf, PhysicalMemory.UNLIMITED).memoryNeed();
  }

  private static CacheSettings read(Configuration conf, PhysicalMemory physical) {
    return CacheSettings.read(
        conf, new MemoryLimits(HEAP, 8 * GB, JvmMemory.usual(HEAP), physical));
  }

  @Test
  void sumsUpParts() {
    MemoryNeed need = needOf(site());

    assertThat(need.parts())
        .extracting(Part::bytes)
        .containsExactly(
            HEAP,
            TIER,
            0L,
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
  void countsEveryOption() {
    JvmMemory less = new JvmMemory(GB, 100 * MB, 64 * MB, MB / 2);
    Configuration conf = site("hbase.regionserver.handler.count", "40");
    conf.set("hbase.regionserver.offheap.global.memstore.size", "100");
    MemoryLimits limits = new MemoryLimits(GB * 9 / 10, 8 * GB, less, PhysicalMemory.UNLIMITED);

    assertThat(CacheSettings.read(conf, limits).memoryNeed().parts())
        .extracting(Part::bytes)
        .containsExactly(
            GB,
            TIER,
            0L,
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
  void countsNativeMemoryOfCompression() {
    assertThat(nativeBytes(site("strata.offheap.compression", "lz4"))).isZero();
    Configuration zstd = site("strata.offheap.compression", "zstd");
    long contexts = 3 * MB + 30L * 128 * 1024;
    assertThat(nativeBytes(zstd)).isEqualTo(contexts);
    zstd.set("strata.offheap.compression.dictionaries", "true");
    assertThat(nativeBytes(zstd)).isEqualTo(contexts + 64L * 640 * 1024 + 16 * MB);
    assertThat(needOf(zstd).bytes()).isEqualTo(needOf(site()).bytes() + nativeBytes(zstd));
  }

  private static long nativeBytes(Configuration conf) {
    return needOf(conf).parts().get(3).bytes();
  }

  @Test
  void mappedFilesCountAsPageCache(@TempDir Path folder) {
    Configuration conf = site("hbase.bucketcache.ioengine", "pmem:" + folder.resolve("cache"));
    MemoryNeed need = needOf(conf);

    assertThat(need.bytes()).isEqualTo(needOf(site()).bytes() - TIER - TIER / 64);
    assertThatThrownBy(() -> read(conf, new PhysicalMemory(need.bytes() - 1, true)))
        .hasMessageStartingWith("hbase.bucketcache.ioengine=pmem:")
        .hasMessageContaining(", lower -Xmx, or set ");
  }

  @Test
  void readsOptionsOfThisJvm() {
    JvmMemory here = JvmMemory.ofThisProcess();

    assertThat(here).isEqualTo(JvmMemory.usual(here.heap()));
    assertThat(here.heap()).isGreaterThanOrEqualTo(Runtime.getRuntime().maxMemory());
  }

  @Test
  void rejectsSumAboveContainerLimit() {
    long need = needOf(site()).bytes();

    assertThat(read(site(), new PhysicalMemory(need, true)).notes()).isEmpty();
    assertThatThrownBy(() -> read(site(), new PhysicalMemory(need - 1, true)))
        .isInstanceOf(InvalidSettingException.class);
    assertThatThrownBy(() -> read(site(), new PhysicalMemory(need * 3 / 4, true)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "hbase.bucketcache.size=1024: the process needs %,d MB (4,096 MB of it heap), the"
                + " container has %,d MB. Raise the container's limit to %dm, lower the size or"
                + " -Xmx, or set strata.physical.memory.check to false to start anyway.",
            DirectMemory.megabytes(need), (need * 3 / 4) >> 20, DirectMemory.megabytes(need));
  }

  @Test
  void acceptsLimitNamedInMessage() {
    long rounded = DirectMemory.megabytes(needOf(site()).bytes()) << 20;

    assertThat(read(site(), new PhysicalMemory(rounded, true)).notes()).isEmpty();
  }

  /** It is unknown what other processes take, and whether this one ever takes all its memory. */
  @Test
  void rejectsConfiguredBytesAboveMachine() {
    MemoryNeed need = needOf(site());

    assertThat(read(site(), new PhysicalMemory(need.bytes(), false)).notes()).isEmpty();
    assertThat(read(site(), new PhysicalMemory(need.bytes() - 1, false)).notes())
        .singleElement()
        .asString()
        .startsWith("The process needs ")
        .contains(", the machine has ")
        .contains(need.toString());
    assertThat(read(site(), new PhysicalMemory(need.configuredBytes(), false)).notes()).hasSize(1);
    assertThatThrownBy(() -> read(site(), new PhysicalMemory(need.configuredBytes() - 1, false)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(", the machine has ")
        .hasMessageContaining(". Use a larger machine, lower the size or -Xmx, or set ");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void warnsIfCheckIsDisabled(boolean container) {
    Configuration conf = site("strata.physical.memory.check", "false");

    assertThat(read(conf, new PhysicalMemory(GB, container)).notes())
        .singleElement()
        .asString()
        .startsWith("The process needs ");
  }
}
