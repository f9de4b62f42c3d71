package io.strata.readpath;

import static io.strata.readpath.testing.FlashCache.BLOCK_BYTES;
import static io.strata.readpath.testing.FlashCache.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

/** What of a block lies on a disk for others to read. */
class FlashPrivacyTest {
  private static final String FILE = "0123456789abcdef0123456789abcdef";
  private static final int BLOCKS = 4 * FlashCache.BLOCKS / 5;

  @TempDir private Path folder = Path.of("");

  private Configuration conf(String encryption) {
    Configuration conf = FlashCache.conf(folder);
    conf.set("strata.flash.encryption", encryption);
    conf.set("strata.flash.size", "64m");
    if (encryption.equals("none")) {
      // What is in memory at the stop must stay there, too.
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

  /** Whether bytes that blocks are known to have are in the file. */
  private boolean isInTheClear() throws IOException {
    Path file = folder.resolve("flash");
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    // With which each data block begins.
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
  void whereNoFamilyCanBeEncryptedBlocksLieInTheClear() throws Exception {
    try (FlashCache test = new FlashCache(conf("auto"))) {
      fill(test, plain());
      assertThat(test.statistics().blocks()).isPositive();
      assertThat(test.cache().offHeap().plainFiles().withheld()).isZero();
    }
    assertThat(isInTheClear()).isTrue();
  }

  @Test
  void withAKeyProviderAllIsEncryptedAndFoundAgainWithTheKey() throws Exception {
    Configuration conf = withKeyProvider("auto", "first");
    long left;
    try (FlashCache test = new FlashCache(conf)) {
      fill(test, encrypted(conf));
      left = test.statistics().blocks();
      assertThat(left).isPositive();
    }
    assertThat(isInTheClear()).isFalse();
    try (FlashCache test = new FlashCache(conf).awaitRestored()) {
      assertThat(test.statistics().restored()).isEqualTo(left);
      assertThat(test.read(FILE, test.firstOnFlash(FILE))).isTrue();
    }
    try (FlashCache test = new FlashCache(withKeyProvider("auto", "second")).awaitRestored()) {
      assertThat(test.statistics().blocks()).as("with another key").isZero();
    }
  }

  @Test
  void aKeyThatIsMadeUpNeedsNoProvider() throws Exception {
    Configuration conf = conf("all");
    conf.set("strata.flash.restart", "false");
    try (FlashCache test = new FlashCache(conf)) {
      fill(test, plain());
      assertThat(test.read(FILE, test.firstOnFlash(FILE))).isTrue();
    }
    assertThat(isInTheClear()).isFalse();
  }

  @Test
  void inTheClearBlocksOfEncryptedFamiliesStayInMemory() throws Exception {
    Configuration conf = withKeyProvider("none", "key");
    try (FlashCache test = new FlashCache(conf)) {
      fill(test, encrypted(conf));
      assertThat(test.statistics().blocks()).isZero();
      assertThat(test.cache().offHeap().plainFiles().withheld())
          .isEqualTo(test.cache().offHeap().statistics().evictedForRoom())
          .isPositive();
    }
    assertThat(isInTheClear()).isFalse();
  }

  /** A block that is cached when it is written has a context that lacks its encryption. */
  @Test
  void soDoBlocksOfWhichThatIsNotKnown() throws Exception {
    Configuration conf = withKeyProvider("none", "key");
    try (FlashCache test = new FlashCache(conf)) {
      fill(test, BlockCacheUtil.cloneContext(encrypted(conf)));
      assertThat(test.statistics().blocks()).isZero();
    }
    assertThat(isInTheClear()).isFalse();
  }

  /** The copy of a context that 2.6.6 caches has the name, and lacks the encryption. */
  @Test
  void aBlockWithTheNameOfItsFileIsNotKnownToBePlain() throws Exception {
    try (FlashCache test = new FlashCache(withKeyProvider("none", "key"))) {
      fill(test, plain());
      assertThat(test.statistics().blocks()).isZero();
      assertThat(test.cache().offHeap().plainFiles().withheld()).isPositive();
    }
    assertThat(isInTheClear()).isFalse();
  }

  @Test
  void blocksOfFilesThatTheServerReadsWithoutEncryptionAreWritten() throws Exception {
    try (FlashCache test = new FlashCache(withKeyProvider("none", "key"))) {
      OffHeapBlockCache offHeap = test.cache().offHeap();
      offHeap.plainFiles().askServer(() -> List.of(plain()));
      fill(test, BlockCacheUtil.cloneContext(plain()));
      assertThat(test.statistics().blocks()).as("before the server was asked").isZero();
      offHeap.plainFiles().refresh();
      long withheld = offHeap.plainFiles().withheld();
      test.fill(FILE);
      assertThat(test.statistics().blocks()).isPositive();
      assertThat(offHeap.plainFiles().withheld()).isEqualTo(withheld);
    }
    assertThat(isInTheClear()).isTrue();
  }

  /** Promoted blocks of an encrypted tier are still those of an encrypted family. */
  @Test
  void encryptedFamilyStaysEncryptedWhenItsTierNoLongerIs() throws Exception {
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
      assertThat(isInTheClear()).as("%s", next.get("hbase.crypto.keyprovider")).isFalse();
      Files.delete(folder.resolve("flash"));
    }
  }

  @Test
  void aProviderWithoutTheKeyRefusesTheStart() {
    Configuration conf = withKeyProvider("auto", "key");
    conf.set("hbase.crypto.master.key.name", "another");
    assertThatThrownBy(() -> new StrataBlockCache(conf))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("strata.flash.restart=true: ")
        .hasMessageContaining("hbase.crypto.master.key.name");
  }

  /** HBase's own provider quotes its parameters where it does not understand them. */
  @Test
  void failingKeyProviderNeverRevealsItsParameters() {
    for (String parameters :
        List.of(
            "jceks:///no such store?password=hunter2",
            "jceks:///store?hunter2",
            "jceks:///store?password=hunter2")) {
      Configuration conf = conf("auto");
      conf.set("hbase.crypto.keyprovider.parameters", parameters);
      assertThatThrownBy(() -> new StrataBlockCache(conf))
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
