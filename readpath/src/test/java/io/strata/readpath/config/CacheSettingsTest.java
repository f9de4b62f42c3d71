package io.strata.readpath.config;

import static io.strata.readpath.config.Confs.MB;
import static io.strata.readpath.config.Confs.ROOMY;
import static io.strata.readpath.config.Confs.read;
import static io.strata.readpath.config.Confs.site;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.policy.Policies;
import io.strata.readpath.compress.Algorithms;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CacheSettingsTest {

  @Test
  void defaultsAreThoseOfHBase() {
    CacheSettings settings = read();

    assertThat(settings.engine().kind()).isEqualTo(Engine.Kind.OFFHEAP);
    assertThat(settings.engine().paths()).isEmpty();
    assertThat(settings.offHeapBytes()).isEqualTo(1024 * MB);
    assertThat(settings.slotSizes()).isEmpty();
    assertThat(settings.writerThreads()).isEqualTo(3);
    assertThat(settings.writerQueueLength()).isEqualTo(64);
    assertThat(settings.blockBytes()).isEqualTo(65536);
    assertThat(settings.statsPeriodMinutes()).isEqualTo(5);
    assertThat(settings.statsPeriods()).isEqualTo(12);
    assertThat(settings.notes()).isEmpty();
  }

  @Test
  void everyHonouredKeyIsRead() {
    CacheSettings settings =
        read(
            "hbase.bucketcache.size", "12288",
            "hbase.bucketcache.bucket.sizes", "66560, 5120,\n 9216 ,5120",
            "hbase.bucketcache.writer.threads", "5",
            "hbase.bucketcache.writer.queuelength", "0x80",
            "hbase.blockcache.minblocksize", "16384",
            "hbase.blockcache.stats.period.minutes", " 1 ",
            "hbase.blockcache.stats.periods", "60",
            "strata.offheap.policy", "S3-FIFO");

    assertThat(settings.policy()).isEqualTo(Policies.S3_FIFO);
    assertThat(settings.offHeapBytes()).isEqualTo(12288 * MB);
    assertThat(settings.slotSizes()).hasValue(new int[] {5120, 9216, 66560});
    assertThat(settings.writerThreads()).isEqualTo(5);
    assertThat(settings.writerQueueLength()).isEqualTo(128);
    assertThat(settings.blockBytes()).isEqualTo(16384);
    assertThat(settings.statsPeriodMinutes()).isEqualTo(1);
    assertThat(settings.statsPeriods()).isEqualTo(60);
  }

  @Test
  void zstdIsRefusedWhereTheJvmDeniesWhatItNeeds() {
    assertThat(Algorithms.titleOf(read("strata.offheap.compression", "lz4").compression()))
        .isEqualTo("lz4");
    if (Algorithms.runs("zstd")) {
      assertThat(Algorithms.titleOf(read("strata.offheap.compression", "zstd").compression()))
          .isEqualTo("zstd");
      return;
    }
    assertThatThrownBy(() -> read("strata.offheap.compression", "zstd"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "strata.offheap.compression is \"zstd\", which needs sun.misc.Unsafe, whose access to"
                + " memory this JVM denies: set lz4, or start the JVM with"
                + " --sun-misc-unsafe-memory-access=allow.");
  }

  @Test
  void aPolicyThatThereIsNotIsRefused() {
    assertThat(read().policy()).isEqualTo(Policies.DEFAULT);
    assertThatThrownBy(() -> read("strata.offheap.policy", "arc"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(
            "strata.offheap.policy is \"arc\", which is not one of reuse-distance, w-tiny-lfu,"
                + " s3-fifo, lru");
  }

  @Test
  void slotSizesCannotBeChangedFromOutside() {
    CacheSettings settings = read("hbase.bucketcache.bucket.sizes", "5120");

    settings.slotSizes().orElseThrow()[0] = 1;

    assertThat(settings.slotSizes()).hasValue(new int[] {5120});
  }

  @Test
  void theOldNameOfTheBlockSizeIsHonoured() {
    assertThat(read("hbase.offheapcache.minblocksize", "32768").blockBytes()).isEqualTo(32768);

    // As a configuration that HBase's table of old names was not applied to.
    Configuration plain = new Configuration(false);
    site().forEach(entry -> plain.set(entry.getKey(), entry.getValue()));
    plain.unset("hbase.blockcache.minblocksize");
    plain.set("hbase.offheapcache.minblocksize", "8192");
    assertThat(CacheSettings.read(plain, ROOMY).blockBytes()).isEqualTo(8192);
  }

  @Test
  void aFractionOfAMegabyteCountsAsInHBase() {
    assertThat(read("hbase.bucketcache.size", "100.5").offHeapBytes()).isEqualTo(201 * MB / 2);
  }

  @Test
  void anEngineIsRequired() {
    assertThatThrownBy(() -> CacheSettings.read(HBaseConfiguration.create(), ROOMY))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "hbase.bucketcache.ioengine is not set, but Strata keeps data blocks off the heap: set"
                + " it to offheap, and hbase.bucketcache.size to the megabytes to use.");
  }

  @Test
  void aSizeIsRequired() {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.bucketcache.ioengine", "offheap");

    assertThatThrownBy(() -> CacheSettings.read(conf, ROOMY))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("hbase.bucketcache.size is not set, ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.4", "31.9", "0", "-1", "12g", "1e10", "NaN", "Infinity", "1e400"})
  void sizesThatAreNoSizesAreRefused(String size) {
    assertThatThrownBy(() -> read("hbase.bucketcache.size", size))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "hbase.bucketcache.size is \"%s\", which is not a number of megabytes from 32 to"
                + " 4194304: correct it.",
            size);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-256", "5000", "4194304", "5120;9216", "5k", ",", "4294967552"})
  void slotSizesThatDoNotFitTheBuffersAreRefused(String sizes) {
    assertThatThrownBy(() -> read("hbase.bucketcache.bucket.sizes", sizes))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "hbase.bucketcache.bucket.sizes is \"%s\", which is not a list of sizes in bytes, each"
                + " a multiple of 256 up to 4194048: correct it.",
            sizes);
  }

  @Test
  void theLargestSlotLeavesRoomForAHeader() {
    assertThat(read("hbase.bucketcache.bucket.sizes", "4194048").slotSizes())
        .hasValue(new int[] {4194048});
  }

  @Test
  void factorsThatDoNotAddUpAreRefused() {
    assertThatThrownBy(() -> read("hbase.bucketcache.multi.factor", "0.6"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("hbase.bucketcache.multi.factor is \"0.6\", which with the other")
        .hasMessageContaining("adds up to 1.1 and not to 1");
  }

  @Test
  void factorsThatAddUpButForRoundingAreAccepted() {
    CacheSettings settings =
        read(
            "hbase.bucketcache.single.factor", "0.1",
            "hbase.bucketcache.multi.factor", "0.7",
            "hbase.bucketcache.memory.factor", "0.2");

    assertThat(settings.notes()).hasSize(3);
  }

  @Test
  void aMinimumAboveTheAcceptableFillIsRefused() {
    assertThatThrownBy(() -> read("hbase.bucketcache.minfactor", "0.96"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(
            "hbase.bucketcache.minfactor is \"0.96\", which is more than"
                + " hbase.bucketcache.acceptfactor of 0.95: ");
  }

  @Test
  void anAcceptableFillBelowTheDefaultMinimumIsRefused() {
    assertThatThrownBy(() -> read("hbase.bucketcache.acceptfactor", "0.5"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(
            "hbase.bucketcache.acceptfactor is \"0.5\", which is less than"
                + " hbase.bucketcache.minfactor of 0.85: ");
  }

  @Test
  void anotherSecondTierIsRefused() {
    assertThatThrownBy(() -> read("hbase.blockcache.use.external", "true"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "hbase.blockcache.use.external is \"true\", which puts a second tier of another make in"
                + " Strata's place: remove it.");
  }

  @ParameterizedTest
  @CsvSource({
    "strata.bucketcache.sise, hbase.bucketcache.size",
    "strata.writer.threads, hbase.bucketcache.writer.threads",
    "strata.block.cache.policy, hfile.block.cache.policy",
  })
  void anUnknownKeyOfStrataIsRefusedWithTheNearest(String name, String nearest) {
    assertThatThrownBy(() -> read(name, "7"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "%s is \"(not shown)\", and no such key is known: remove it, or set %s if you meant"
                + " that.",
            name, nearest);
  }

  @Test
  void aValueThatRefersToItselfIsRefused() {
    assertThatThrownBy(
            () ->
                read(
                    "hbase.bucketcache.writer.threads", "${hbase.bucketcache.writer.queuelength}",
                    "hbase.bucketcache.writer.queuelength", "${hbase.bucketcache.writer.threads}"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("hbase.bucketcache.writer.");
  }

  @Test
  void theExceptionNamesTheKey() {
    assertThatThrownBy(() -> read("hbase.bucketcache.writer.threads", "none"))
        .isInstanceOfSatisfying(
            InvalidSettingException.class,
            e -> assertThat(e.key()).isEqualTo("hbase.bucketcache.writer.threads"));
  }

  @Test
  void readingAConfigurationAsksForEachKeyOnce() {
    Map<String, Integer> reads = new HashMap<>();
    Configuration conf =
        new Configuration(site("strata.flash.path", "/strata", "strata.flash.size", "1g")) {
          @Override
          public String get(String name) {
            reads.merge(name, 1, Integer::sum);
            return super.get(name);
          }
        };

    Diagnosis.of(conf, ROOMY, false);

    assertThat(reads).containsKeys("hbase.bucketcache.size", "strata.flash.path");
    assertThat(reads.values()).containsOnly(1);
  }
}
