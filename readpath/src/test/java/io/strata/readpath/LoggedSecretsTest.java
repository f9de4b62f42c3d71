package io.strata.readpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.readpath.cache.StrataCache;
import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.InvalidSettingException;
import io.strata.readpath.config.MemoryLimits;
import io.strata.readpath.config.Secrets;
import io.strata.readpath.testing.FlashCache;
import io.strata.readpath.testing.LogLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log lacks passwords in settings, also when the cache fails. */
class LoggedSecretsTest {
  private static final String SECRET = "hunter2";

  @TempDir private Path parent = Path.of("");

  private Path folder = Path.of("");
  private LogLines log = new LogLines();

  @BeforeEach
  void begin() throws IOException {
    log.close();
    log = new LogLines();
    folder = Files.createDirectories(parent.resolve("hdfs:").resolve("admin:" + SECRET + "@host"));
  }

  @AfterEach
  void logLacksSecrets() {
    log.close();
    assertThat(log.lines()).noneMatch(line -> line.contains(SECRET));
  }

  private Configuration flash(String name) {
    Configuration conf = FlashCache.conf(folder);
    conf.set("strata.flash.path", folder.resolve(name + "?password=" + SECRET).toString());
    return conf;
  }

  private static void provesNoThreadHasIt() {
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .anyMatch(name -> name.startsWith("strata-flash-"))
        .noneMatch(name -> name.contains(SECRET));
  }

  private static void failsToStart(Configuration conf) {
    assertThatThrownBy(() -> new StrataCache(conf))
        .isInstanceOf(InvalidSettingException.class)
        .hasNoCause()
        .message()
        .contains(Secrets.masked("admin:" + SECRET + "@"))
        .doesNotContain(SECRET);
  }

  @Test
  void failedAndReplacedFlashTierDoesNotLogSecret() {
    try (FlashCache test = new FlashCache(flash("one"))) {
      provesNoThreadHasIt();
      failsToStart(flash("one"));
      test.reconfigure(flash("two"));
      test.fill("file");
      provesNoThreadHasIt();
    }
    assertThat(log.lines()).anyMatch(line -> line.startsWith("Changed flash tier from"));
  }

  @Test
  void damagedSnapshotDoesNotLogSecret() throws Exception {
    Path snapshot = folder.resolve("one?password=" + SECRET + ".index");
    try (FlashCache test = new FlashCache(flash("one"))) {
      test.fill("file");
    }
    byte[] bytes = Files.readAllBytes(snapshot);
    for (int i = bytes.length / 2; i < bytes.length; i++) {
      bytes[i] ^= 1;
    }
    Files.write(snapshot, bytes);
    try (FlashCache test = new FlashCache(flash("one"))) {
      test.awaitRestored();
    }
    assertThat(log.lines()).anyMatch(line -> line.startsWith("Flash tier: "));
  }

  @Test
  void changeOfValueThatRefersToSecretDoesNotLogIt() {
    Configuration conf = flash("one");
    conf.set("strata.flash.restart", "false");
    try (FlashCache test = new FlashCache(conf)) {
      conf.set("hbase.crypto.keyprovider.parameters", SECRET);
      conf.set("hbase.crypto.master.key.name", "${hbase.crypto.keyprovider.parameters}");
      test.reconfigure(conf);
      assertThat(log.lines()).anyMatch(line -> line.contains(" with (not shown)"));
      conf.set("strata.trace.enabled", "true");
      conf.set("strata.trace.dir", "/tmp/${hbase.crypto.keyprovider.parameters}");
      test.reconfigure(conf);
      assertThat(log.lines()).anyMatch(line -> line.contains("strata.trace.dir=(not shown)"));
    }
  }

  @Test
  void unmappableFileDoesNotLogSecret() throws Exception {
    Path file = folder.resolve("mapped");
    Files.createSymbolicLink(file, folder.resolve("a folder that is not there").resolve("file"));
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.bucketcache.ioengine", "pmem:" + file);
    conf.set("hbase.bucketcache.size", "32");
    failsToStart(conf);
  }

  @Test
  void listOfBucketCacheDoesNotLogSecret() throws Exception {
    Configuration conf = HBaseConfiguration.create();
    Path list = Files.writeString(folder.resolve("list"), "PBUF");
    conf.set("hbase.bucketcache.ioengine", "file:" + folder.resolve("cache"));
    conf.set("hbase.bucketcache.size", "128");
    conf.set("hbase.bucketcache.persistent.path", list.toString());
    StaleBucketCacheList.delete(CacheSettings.read(conf, MemoryLimits.ofThisProcess()));
    assertThat(log.lines()).anyMatch(line -> line.contains("stale list of HBase's BucketCache"));
  }
}
