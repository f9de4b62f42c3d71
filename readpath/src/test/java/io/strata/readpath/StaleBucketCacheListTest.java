package io.strata.readpath;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.MemoryLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StaleBucketCacheListTest {
  private static final int MEGABYTES = 64;
  private static final int BLOCK_BYTES = 64 << 10;

  @TempDir private Path folder = Path.of("");

  private Path list() {
    return folder.resolve("list");
  }

  private CacheSettings settings() {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.bucketcache.ioengine", "file:" + folder.resolve("cache"));
    conf.setInt("hbase.bucketcache.size", MEGABYTES);
    conf.set("hbase.bucketcache.persistent.path", list().toString());
    return CacheSettings.read(conf, MemoryLimits.ofThisProcess());
  }

  @Test
  void deletesListOfBucketCache() throws Exception {
    new BucketCache(
            "file:" + folder.resolve("cache"),
            (long) MEGABYTES << 20,
            BLOCK_BYTES,
            null,
            1,
            64,
            list().toString())
        .shutdown();
    assertThat(list()).exists();
    StaleBucketCacheList.delete(settings());
    assertThat(list()).doesNotExist();
    assertThat(folder.resolve("cache")).exists();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PBUF and more", "V2UF"})
  void deletesListsOfBothFormats(String text) throws IOException {
    Files.writeString(list(), text, US_ASCII);
    StaleBucketCacheList.delete(settings());
    assertThat(list()).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "PBU", "something else"})
  void keepsOtherFile(String text) throws IOException {
    Files.writeString(list(), text, US_ASCII);
    StaleBucketCacheList.delete(settings());
    assertThat(list()).hasContent(text);
  }

  @Test
  void acceptsMissingList() {
    StaleBucketCacheList.delete(settings());
    assertThat(list()).doesNotExist();
  }
}
