package io.strata.readpath;

import static io.strata.readpath.testing.FlashCache.BLOCK_BYTES;
import static io.strata.readpath.testing.FlashCache.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.readpath.cache.StrataCache;
import io.strata.readpath.config.InvalidSettingException;
import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.testing.Blocks;
import io.strata.readpath.testing.FlashCache;
import io.strata.readpath.testing.OneKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.crypto.Encryption;
import org.apache.hadoop.hbase.io.hfile.BlockCacheUtil;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks of encrypted families are never on a disk in plain text. */
class FlashPrivacyTest {
  private static final String FILE = "0123456789abcdef0123456789abcdef";
  private static final int BLOCKS = 4 * FlashCache.BLOCKS / 5;

  @TempDir private Path folder = Path.of("");

  private Configuration conf(String encryption) {
    Configuration conf = FlashCache.conf(folder);
    conf.set("strata.flash.encryption", encryption);
    conf.set("strata.flash.size", "64m");
    if (encryption.equals("none")) {
      // The drain must not write them either.
      conf.set("strata.flash.drain", "60000");
    }
    return conf;
  }

  private Configuration withKeyProvider(String encryption, String keyName) {
    Configuration conf = conf(encryption);
    conf.set("hbase.crypto.keyprovider", OneKey.class.getName());
    conf.set("hbase.crypto.keyprovider.parameters", keyName);
    conf.set("hbase.crypto.master.key.name", keyName);
    return conf;
  }

  /** Returns whether the magic bytes of blocks are in the file. */
  private boolean hasPlainText() throws IOException {
    Path file = folder.resolve("flash");
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    // The first bytes of each data block.
    String magic = "DATABLK*";
    return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(magic);
  }

  private static void fill(FlashCache test, HFileContext context) {
    for (int i = 0; i < BLOCKS; i++) {
      test.cache()
          .cacheBlock(
              key(FILE, i),
              Blocks.block(
                  FILE, BlockType.DATA, i, BLOCK_BYTES, -1, ByteBuffAllocator.HEAP, context));
      test.awaitQuiet();
    }
  }

  private static HFileContext plain() {
    return new HFileContextBuilder()
        .withHBaseCheckSum(true)
        .withBytesPerCheckSum(0)
        .withHFileName(FILE)
        .build();
  }

  private static HFileContext encrypted(Configuration conf) {
    Encryption.Context encryption = Encryption.newContext(conf);
    encryption.setCipher(Encryption.getCipher(conf, "AES"));
    HFileContext context = plain();
    return new HFileContextBuilder(context).withEncryptionContext(encryption).build();
  }

  @Test
  void writesPlainTextWithoutKeyProvider() throws Exception {
    try (FlashCache test = new FlashCache(conf("auto"))) {
      fill(test, plain());
      assertThat(test.statistics().blocks()).isPositive();
      assertThat(test.cache().offHeap().plainFiles().withheld()).isZero();
    }
    assertThat(hasPlainText()).isTrue();
  }

  @Test
  void encryptsAllAndRecoversWithKey() throws Exception {
    Configuration conf = withKeyProvider("auto", "first");
    long written;
    try (FlashCache test = new FlashCache(conf)) {
      fill(test, encrypted(conf));
      written = test.statistics().blocks();
      assertThat(written).isPositive();
    }
    assertThat(hasPlainText()).isFalse();
    try (FlashCache test = new FlashCache(conf).awaitRestored()) {
      assertThat(test.statistics().restored()).isEqualTo(written);
      assertThat(test.read(FILE, test.firstOnFlash(FILE))).isTrue();
    }
    try (FlashCache test = new FlashCache(withKeyProvider("auto", "second")).awaitRestored()) {
      assertThat(test.statistics().blocks()).as("with another key").isZero();
    }
  }

  @Test
  void randomKeyNeedsNoProvider() throws Exception {
    Configuration conf = conf("all");
    conf.set("strata.flash.restart", "false");
    try (FlashCache test = new FlashCache(conf)) {
      fill(test, plain());
      assertThat(test.read(FILE, test.firstOnFlash(FILE))).isTrue();
    }
    assertThat(hasPlainText()).isFalse();
  }

  @Test
  void doesNotWriteEncryptedFamiliesInPlainText() throws Exception {
    Configuration conf = withKeyProvider("none", "key");
    try (FlashCache test = new FlashCache(conf)) {
      fill(test, encrypted(conf));
      assertThat(test.statistics().blocks()).isZero();
      assertThat(test.cache().offHeap().plainFiles().withheld())
          .isEqualTo(test.cache().offHeap().statistics().evictedForRoom())
          .isPositive();
    }
    assertThat(hasPlainText()).isFalse();
  }

  /** The context of a block that is cached on write lacks the encryption. */
  @Test
  void doesNotWriteBlocksOfUnknownEncryption() throws Exception {
    Configuration conf = withKeyProvider("none", "key");
    try (FlashCache test = new FlashCache(conf)) {
      fill(test, BlockCacheUtil.cloneContext(encrypted(conf)));
      assertThat(test.statistics().blocks()).isZero();
    }
    assertThat(hasPlainText()).isFalse();
  }

  /** The copy of a context that HBase 2.6.6 caches has the file name and lacks the encryption. */
  @Test
  void fileNameDoesNotProvePlainText() throws Exception {
    try (FlashCache test = new FlashCache(withKeyProvider("none", "key"))) {
      fill(test, plain());
      assertThat(test.statistics().blocks()).isZero();
      assertThat(test.cache().offHeap().plainFiles().withheld()).isPositive();
    }
    assertThat(hasPlainText()).isFalse();
  }

  @Test
  void writesBlocksOfFilesThatServerReadsInPlainText() throws Exception {
    try (FlashCache test = new FlashCache(withKeyProvider("none", "key"))) {
      OffHeapBlockCache offHeap = test.cache().offHeap();
      offHeap.plainFiles().askServer(() -> List.of(plain()));
      fill(test, BlockCacheUtil.cloneContext(plain()));
      assertThat(test.statistics().blocks()).as("before the refresh").isZero();
      offHeap.plainFiles().refresh();
      long withheld = offHeap.plainFiles().withheld();
      test.fill(FILE);
      assertThat(test.statistics().blocks()).isPositive();
      assertThat(offHeap.plainFiles().withheld()).isEqualTo(withheld);
    }
    assertThat(hasPlainText()).isTrue();
  }

  /** Blocks promoted from an encrypted tier may belong to an encrypted family. */
  @Test
  void doesNotWritePromotedBlocksOfEncryptedTierInPlainText() throws Exception {
    Configuration conf = withKeyProvider("auto", "key");
    Configuration none = withKeyProvider("none", "key");
    Configuration withoutProvider = conf("none");
    for (Configuration next : List.of(none, withoutProvider)) {
      try (FlashCache test = new FlashCache(conf)) {
        test.cache().offHeap().plainFiles().askServer(() -> List.of(encrypted(conf)));
        fill(test, encrypted(conf));
        for (int i = 0; i < 2 * BLOCKS; i++) {
          test.read(FILE, i % BLOCKS);
          test.awaitQuiet();
        }
        assertThat(test.cache().offHeap().getStats().promotedBlocks()).isPositive();
        test.reconfigure(next);
        assertThat(test.cache().settings().flash().orElseThrow().isEncrypted()).isFalse();
        test.awaitRestored();
        test.fill("another");
        test.cache().offHeap().plainFiles().refresh();
        test.fill("yet another");
        assertThat(test.statistics().blocks()).isZero();
      }
      assertThat(hasPlainText()).as("%s", next.get("hbase.crypto.keyprovider")).isFalse();
      Files.delete(folder.resolve("flash"));
    }
  }

  @Test
  void providerWithoutKeyFailsStartup() {
    Configuration conf = withKeyProvider("auto", "key");
    conf.set("hbase.crypto.master.key.name", "another");
    assertThatThrownBy(() -> new StrataCache(conf))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("strata.flash.restart=true: ")
        .hasMessageContaining("hbase.crypto.master.key.name");
  }

  /** HBase's own provider quotes invalid parameters. */
  @Test
  void failingKeyProviderDoesNotRevealParameters() {
    for (String parameters :
        List.of(
            "jceks:///no such store?password=hunter2",
            "jceks:///store?hunter2",
            "jceks:///store?password=hunter2")) {
      Configuration conf = conf("auto");
      conf.set("hbase.crypto.keyprovider.parameters", parameters);
      assertThatThrownBy(() -> new StrataCache(conf))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining("hbase.crypto.keyprovider.parameters")
          .satisfies(e -> assertThat(stackTraceOf(e)).doesNotContain("hunter2"));
    }
  }

  private static String stackTraceOf(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
