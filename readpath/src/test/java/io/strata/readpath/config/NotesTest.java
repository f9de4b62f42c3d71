package io.strata.readpath.config;

import static io.strata.readpath.config.Confs.AMPLE;
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

  static Stream<SettingKey<?>> ignoredKeys() {
    return SettingKeys.all().stream()
        .filter(key -> key.support().by() == Support.By.NONE)
        .filter(key -> !key.defaultText().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("ignoredKeys")
  void notesIgnoredKeyEvenWithItsDefault(SettingKey<?> key) {
    assertThat(read(key.name(), key.defaultText()).notes())
        .containsExactly(
            "%s=%s has no effect: %s."
                .formatted(key.name(), key.defaultText(), key.support().reason()));
  }

  @Test
  void notesAnyPolicyOfOnHeapTier() {
    for (String policy : new String[] {"lru", "TinyLFU", "AdaptiveLRU", "IndexOnlyLRU"}) {
      assertThat(read("hfile.block.cache.policy", policy).notes())
          .containsExactly(
              "hfile.block.cache.policy=%s has no effect: the on-heap tier always uses W-TinyLFU."
                  .formatted(policy));
    }
  }

  @Test
  void doesNotNoteKeysWithEffect() {
    assertThat(
            read("hbase.rs.cacheblocksonwrite", "true", "hbase.bucketcache.writer.threads", "1")
                .notes())
        .isEmpty();
  }

  @Test
  void notesMisspeltKeyOfOffHeapTier() {
    assertThat(read("hbase.bucketcache.writer.thread", "9").notes())
        .containsExactly(
            "hbase.bucketcache.writer.thread has no effect: unknown key. Did you mean"
                + " hbase.bucketcache.writer.threads?");
  }

  @Test
  void comparesValuesIfSourcesAreUnknown() {
    Configuration copy = HBaseConfiguration.create(site("hfile.block.cache.policy", "TinyLFU"));
    assertThat(copy.getPropertySources("hfile.block.cache.policy"))
        .containsExactly("programmatically");
    assertThat(CacheSettings.read(copy, AMPLE).notes()).hasSize(1);

    Configuration untouched = HBaseConfiguration.create(site());
    assertThat(untouched.getPropertySources("hfile.block.cache.policy"))
        .containsExactly("programmatically");
    assertThat(CacheSettings.read(untouched, AMPLE).notes()).isEmpty();
  }

  @Test
  void notesValueSetByCode() {
    Configuration conf = site();
    conf.set("hbase.lru.rs.inmemoryforcemode", "true");

    assertThat(CacheSettings.read(conf, AMPLE).notes()).hasSize(1);
  }
}
