package io.strata.readpath.config;

import static io.strata.readpath.config.Confs.ROOMY;
import static io.strata.readpath.config.Confs.read;
import static io.strata.readpath.config.Confs.site;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NotesTest {

  static Stream<SettingKey<?>> keysWithoutMeaning() {
    return SettingKeys.all().stream()
        .filter(key -> key.honoured().by() == Support.By.NOBODY)
        .filter(key -> !key.defaultText().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("keysWithoutMeaning")
  void aKeyWithoutMeaningIsAnsweredWhenSetEvenToItsDefault(SettingKey<?> key) {
    assertThat(read(key.name(), key.defaultText()).notes())
        .containsExactly(
            "%s is \"%s\" and has no meaning here: %s."
                .formatted(key.name(), key.defaultText(), key.honoured().reason()));
  }

  @Test
  void aPolicyIsAnsweredWhicheverItIs() {
    for (String policy : new String[] {"lru", "TinyLFU", "AdaptiveLRU", "IndexOnlyLRU"}) {
      assertThat(read("hfile.block.cache.policy", policy).notes())
          .containsExactly(
              "hfile.block.cache.policy is \"%s\" and has no meaning here: the on-heap tier always"
                      .formatted(policy)
                  + " evicts by W-TinyLFU.");
    }
  }

  @Test
  void honouredKeysAreNotAnswered() {
    assertThat(
            read("hbase.rs.cacheblocksonwrite", "true", "hbase.bucketcache.writer.threads", "1")
                .notes())
        .isEmpty();
  }

  @Test
  void aSlipInAKeyOfTheSecondTierIsAnswered() {
    assertThat(read("hbase.bucketcache.writer.thread", "9").notes())
        .containsExactly(
            "hbase.bucketcache.writer.thread is not known and does nothing: did you mean"
                + " hbase.bucketcache.writer.threads?");
  }

  @Test
  void aCopyThatForgotItsSourcesTellsByTheValue() {
    Configuration copy = HBaseConfiguration.create(site("hfile.block.cache.policy", "TinyLFU"));
    assertThat(copy.getPropertySources("hfile.block.cache.policy"))
        .containsExactly("programmatically");
    assertThat(CacheSettings.read(copy, ROOMY).notes()).hasSize(1);

    Configuration untouched = HBaseConfiguration.create(site());
    assertThat(untouched.getPropertySources("hfile.block.cache.policy"))
        .containsExactly("programmatically");
    assertThat(CacheSettings.read(untouched, ROOMY).notes()).isEmpty();
  }

  @Test
  void aValueSetByCodeIsAnswered() {
    Configuration conf = site();
    conf.set("hbase.lru.rs.inmemoryforcemode", "true");

    assertThat(CacheSettings.read(conf, ROOMY).notes()).hasSize(1);
  }
}
