package io.strata.readpath.config;

import static io.strata.readpath.config.Confs.AMPLE;
import static io.strata.readpath.config.Confs.MB;
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
  void usesHBasesDefaults() {
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
  void readsEveryKey() {
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
  void rejectsZstdWithoutALibrary() {
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
            "strata.offheap.compression=zstd: needs zstd-jni or sun.misc.Unsafe: the library is not on"
                + " the class path, or has no native part for this system, and this JVM denies the"
                + " memory access. Add the zstd-jni of HBase's distribution to HBASE_CLASSPATH, set"
                + " lz4, or start the JVM with --sun-misc-unsafe-memory-access=allow.");
  }

  @Test
  void rejectsDictionariesOnEncryptedDisks() {
    String key = "strata.offheap.compression.dictionaries";
    assertThat(read().usesDictionaries()).isFalse();
    assertThat(read(key, "true").usesDictionaries()).isTrue();
    assertThatThrownBy(
            () ->
                read(
                    key,
                    "true",
                    "strata.flash.path",
                    "/tmp/flash",
                    "strata.flash.size",
                    "1g",
                    "strata.flash.restart",
                    "false",
                    "strata.flash.encryption",
                    "all"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(
            key
                + "=true: the disks are encrypted (strata.flash.encryption), and dictionaries would"
                + " lie there in plain text. Remove the key, or set strata.flash.encryption to"
                + " none.");
  }

  @Test
  void rejectsUnknownPolicy() {
    assertThat(read().policy()).isEqualTo(Policies.DEFAULT);
    assertThatThrownBy(() -> read("strata.offheap.policy", "arc"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(
            "strata.offheap.policy=arc: must be one of reuse-distance, w-tiny-lfu, s3-fifo, lru. ");
  }

  @Test
  void slotSizesAreImmutable() {
    CacheSettings settings = read("hbase.bucketcache.bucket.sizes", "5120");

    settings.slotSizes().orElseThrow()[0] = 1;

    assertThat(settings.slotSizes()).hasValue(new int[] {5120});
  }

  @Test
  void readsOldNameOfBlockSize() {
    assertThat(read("hbase.offheapcache.minblocksize", "32768").blockBytes()).isEqualTo(32768);

    // A configuration to which HBase's table of old names was not applied.
    Configuration plain = new Configuration(false);
    site().forEach(entry -> plain.set(entry.getKey(), entry.getValue()));
    plain.unset("hbase.blockcache.minblocksize");
    plain.set("hbase.offheapcache.minblocksize", "8192");
    assertThat(CacheSettings.read(plain, AMPLE).blockBytes()).isEqualTo(8192);
  }

  @Test
  void readsFractionOfMegabyteAsHBase() {
    assertThat(read("hbase.bucketcache.size", "100.5").offHeapBytes()).isEqualTo(201 * MB / 2);
  }

  @Test
  void requiresEngine() {
    assertThatThrownBy(() -> CacheSettings.read(HBaseConfiguration.create(), AMPLE))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "hbase.bucketcache.ioengine: not set, and Strata needs an engine for data blocks. Set"
                + " it to offheap, and hbase.bucketcache.size to the megabytes to use.");
  }

  @Test
  void requiresSize() {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.bucketcache.ioengine", "offheap");

    assertThatThrownBy(() -> CacheSettings.read(conf, AMPLE))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("hbase.bucketcache.size: not set, and the engine needs a size. ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.4", "31.9", "0", "-1", "12g", "1e10", "NaN", "Infinity", "1e400"})
  void rejectsInvalidSize(String size) {
    assertThatThrownBy(() -> read("hbase.bucketcache.size", size))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "hbase.bucketcache.size=%s: must be a number of megabytes from 32 to 4194304. Correct"
                + " it.",
            size);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-256", "5000", "4194304", "5120;9216", "5k", ",", "4294967552"})
  void rejectsInvalidSlotSizes(String sizes) {
    assertThatThrownBy(() -> read("hbase.bucketcache.bucket.sizes", sizes))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "hbase.bucketcache.bucket.sizes=%s: must be a list of sizes in bytes, each a multiple"
                + " of 256 up to 4194048. Correct it.",
            sizes);
  }

  @Test
  void acceptsLargestSlot() {
    assertThat(read("hbase.bucketcache.bucket.sizes", "4194048").slotSizes())
        .hasValue(new int[] {4194048});
  }

  @Test
  void rejectsFactorsThatDoNotAddUp() {
    assertThatThrownBy(() -> read("hbase.bucketcache.multi.factor", "0.6"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("hbase.bucketcache.multi.factor=0.6: the single, multi and memory")
        .hasMessageContaining("add up to 1.1 instead of 1");
  }

  @Test
  void acceptsFactorsThatAddUpExceptForRounding() {
    CacheSettings settings =
        read(
            "hbase.bucketcache.single.factor", "0.1",
            "hbase.bucketcache.multi.factor", "0.7",
            "hbase.bucketcache.memory.factor", "0.2");

    assertThat(settings.notes()).hasSize(3);
  }

  @Test
  void rejectsMinAboveAcceptableFill() {
    assertThatThrownBy(() -> read("hbase.bucketcache.minfactor", "0.96"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(
            "hbase.bucketcache.minfactor=0.96: more than hbase.bucketcache.acceptfactor=0.95. ");
  }

  @Test
  void rejectsAcceptableFillBelowDefaultMin() {
    assertThatThrownBy(() -> read("hbase.bucketcache.acceptfactor", "0.5"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(
            "hbase.bucketcache.acceptfactor=0.5: less than hbase.bucketcache.minfactor=0.85. ");
  }

  @Test
  void rejectsExternalCache() {
    assertThatThrownBy(() -> read("hbase.blockcache.use.external", "true"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "hbase.blockcache.use.external=true: replaces Strata's off-heap tier with another"
                + " cache. Remove it.");
  }

  @ParameterizedTest
  @CsvSource({
    "strata.bucketcache.sise, hbase.bucketcache.size",
    "strata.writer.threads, hbase.bucketcache.writer.threads",
    "strata.block.cache.policy, hfile.block.cache.policy",
  })
  void rejectsUnknownKeyAndNamesNearest(String name, String nearest) {
    assertThatThrownBy(() -> read(name, "7"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "%s=(not shown): unknown key. Remove it, or set %s if you meant that.", name, nearest);
  }

  @Test
  void rejectsValueThatRefersToItself() {
    assertThatThrownBy(
            () ->
                read(
                    "hbase.bucketcache.writer.threads", "${hbase.bucketcache.writer.queuelength}",
                    "hbase.bucketcache.writer.queuelength", "${hbase.bucketcache.writer.threads}"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("hbase.bucketcache.writer.");
  }

  @Test
  void exceptionHasKey() {
    assertThatThrownBy(() -> read("hbase.bucketcache.writer.threads", "none"))
        .isInstanceOfSatisfying(
            InvalidSettingException.class,
            e -> assertThat(e.key()).isEqualTo("hbase.bucketcache.writer.threads"));
  }

  @Test
  void readsEachKeyOnce() {
    Map<String, Integer> reads = new HashMap<>();
    Configuration conf =
        new Configuration(site("strata.flash.path", "/strata", "strata.flash.size", "1g")) {
          @Override
          public String get(String name) {
            reads.merge(name, 1, Integer::sum);
            return super.get(name);
          }
        };

    Diagnosis.of(conf, AMPLE, false);

    assertThat(reads).containsKeys("hbase.bucketcache.size", "strata.flash.path");
    assertThat(reads.values()).containsOnly(1);
  }
}
