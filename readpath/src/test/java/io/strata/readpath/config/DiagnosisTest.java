package io.strata.readpath.config;

import static io.strata.readpath.config.Confs.AMPLE;
import static io.strata.readpath.config.Confs.GB;
import static io.strata.readpath.config.Confs.site;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A diagnosis reports all errors; startup fails with the first. */
class DiagnosisTest {
  @Test
  void validConfigurationHasNoErrors() {
    Diagnosis diagnosis = Diagnosis.of(site(), AMPLE, true);

    assertThat(diagnosis.errors()).isEmpty();
    assertThat(diagnosis.replaced()).isEmpty();
    assertThat(diagnosis.settings().offHeapBytes()).isEqualTo(GB);
  }

  @Test
  void startupReportsFirstErrorAndNumberOfOthers() {
    Configuration conf =
        site(
            "hbase.bucketcache.writer.threads", "0",
            "hfile.block.cache.size", "0.7",
            "strata.no.such.key", "1");

    Diagnosis diagnosis = Diagnosis.of(conf, AMPLE, true);

    InvalidSettingException first =
        catchThrowableOfType(InvalidSettingException.class, () -> CacheSettings.read(conf, AMPLE));
    assertThat(first)
        .hasMessage(
            diagnosis.errors().get(0).getMessage() + " 2 more problems: run ./strata doctor.");
    assertThat(diagnosis.errors())
        .extracting(InvalidSettingException::key)
        .containsExactly(
            "strata.no.such.key", "hbase.bucketcache.writer.threads", "hfile.block.cache.size");
    assertThat(conf.get("hfile.block.cache.size")).isEqualTo("0.7");
  }

  @Test
  void reportsLackOfDirectAndPhysicalMemory() {
    MemoryLimits limits =
        new MemoryLimits(2 * GB, GB / 2, JvmMemory.usual(2 * GB), new PhysicalMemory(2 * GB, true));

    Diagnosis diagnosis = Diagnosis.of(site(), limits, true);

    assertThat(diagnosis.errors())
        .extracting(InvalidSettingException::getMessage)
        .hasSize(2)
        .satisfiesExactly(
            direct -> assertThat(direct).contains("the JVM allows 512 MB"),
            memory -> assertThat(memory).contains("the container has 2,048 MB"));
    assertThat(diagnosis.replaced()).isEmpty();
    assertThat(diagnosis.settings().offHeapBytes()).isEqualTo(GB);
  }

  @ParameterizedTest
  @CsvSource({
    "hbase.bucketcache.ioengine, heap",
    "hbase.bucketcache.ioengine, file:/no/such/folder/file",
    "hbase.bucketcache.size, 4g",
    "hbase.bucketcache.size, ${hbase.bucketcache.size}",
    "hfile.block.cache.size, 0.9",
    "hfile.block.cache.memory.size, 100g",
    "hbase.regionserver.global.memstore.size, 0.9",
    "hbase.regionserver.global.memstore.size, 0.8",
    "hbase.regionserver.free.heap.min.memory.size, x",
    "hbase.bucketcache.single.factor, 0.9",
    "hbase.bucketcache.minfactor, 0.99",
    "strata.flash.path, relative",
    "strata.flash.size, 1g",
    "strata.flash.encryption, some",
    "strata.trace.enabled, true",
    "strata.trace.max.bytes, 1k",
    "hbase.blockcache.use.external, true",
  })
  void reportsEachErrorOnce(String key, String value) {
    Diagnosis diagnosis = Diagnosis.of(site(key, value), AMPLE, true);

    assertThat(diagnosis.errors()).hasSize(1);
  }

  @Test
  void reportsErrorsOfAllKeys() {
    List<String> names =
        SettingKeys.all().stream()
            .filter(key -> !key.type().expected().startsWith("a text"))
            .filter(key -> !key.type().expected().equals("a path"))
            .map(SettingKey::name)
            .toList();
    Configuration conf = site();
    names.forEach(name -> conf.set(name, "junk!"));

    Diagnosis diagnosis = Diagnosis.of(conf, AMPLE, true);

    // For keys that are checked together, there may be one error for all.
    assertThat(diagnosis.errors()).hasSizeGreaterThan(names.size() - 5);
  }

  @Test
  void skipsFileChecksForAnotherMachine() {
    Configuration conf =
        site("strata.flash.path", "/no/such/folder/strata", "strata.flash.size", "100g");

    assertThat(Diagnosis.of(conf, AMPLE, true).errors()).hasSize(1);
    assertThat(Diagnosis.of(conf, AMPLE, false).errors()).isEmpty();
  }
}
