package io.strata.flash;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.flash.crypt.BlockCipher;
import io.strata.flash.crypt.Encryption;
import io.strata.flash.layout.BlockHeader;
import io.strata.flash.layout.RegionHeader;
import io.strata.flash.restart.RecoveryOptions;
import io.strata.flash.testing.TestOptions;
import io.strata.flash.testing.TestStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EncryptionTest {
  private static final int REGION = 64 << 10;
  private static final int REGIONS = 16;
  private static final int BLOCK = 3_000;
  private static final int BLOCKS = 100;
  private static final String FILE = "file";
  private static final String SECRET = "what only the owner may read";

  @TempDir private Path folder = Path.of("");

  private FlashOptions options(Encryption encryption) {
    return TestOptions.of(folder, 1, REGION, REGIONS, BLOCK)
        .withRestart(RecoveryOptions.warm(new UUID(1, 2)))
        .withEncryption(encryption);
  }

  private TestStore open(Encryption encryption) throws IOException {
    return new TestStore(options(encryption)).awaitRestored();
  }

  private static Encryption key(int first) {
    byte[] key = new byte[Encryption.KEY_BYTES];
    key[0] = (byte) first;
    return Encryption.withKey(key);
  }

  private static void fill(TestStore store) {
    for (int i = 0; i < BLOCKS; i++) {
      assertThat(store.put(FILE, i, BLOCK)).isNull();
    }
    store.flush();
  }

  private static int found(TestStore store) {
    int found = 0;
    for (int i = 0; i < BLOCKS; i++) {
      found += store.read(FILE, i) ? 1 : 0;
    }
    return found;
  }

  /** A block with a secret, whose source may fail after writing it. */
  private record Secret(boolean fails) implements BlockSource {
    @Override
    public int length() {
      return 1_000;
    }

    @Override
    public int attributes() {
      return 0;
    }

    @Override
    public long stamp() {
      return 0;
    }

    @Override
    public void writeTo(ByteBuffer memory) {
      memory.put(SECRET.getBytes(ISO_8859_1));
      if (fails) {
        throw new IllegalStateException("planned");
      }
    }
  }

  private String onTheDevice() throws IOException {
    return Files.readString(folder.resolve("device0"), ISO_8859_1);
  }

  @Test
  void deviceHoldsNoPlainBlock() throws Exception {
    try (TestStore store = open(key(1))) {
      store.store().awaitQuiet();
      assertThat(store.store().insert("a name", 1, new Secret(false))).isNull();
      assertThat(store.store().insert("a name", 2, new Secret(true)))
          .isEqualTo(Rejection.WRITE_FAILED);
      assertThat(store.errors()).hasSize(1);
      store.flush();
      assertThat(onTheDevice()).contains("a name").doesNotContain(SECRET.substring(0, 8));
    }
    assertThat(Files.readString(folder.resolve("device0.index"), ISO_8859_1))
        .contains("a name")
        .doesNotContain(SECRET.substring(0, 8));
    try (TestStore store = open(Encryption.none())) {
      store.awaitRestored().error("with another key");
      store.store().awaitQuiet();
      assertThat(store.store().insert("a name", 1, new Secret(false))).isNull();
      store.flush();
      assertThat(onTheDevice()).as("the test finds plain blocks").contains(SECRET);
    }
  }

  @Test
  void sameKeyRestoresAllBlocks() throws Exception {
    try (TestStore store = open(key(1))) {
      fill(store);
      assertThat(found(store)).isEqualTo(BLOCKS);
    }
    for (int restart = 0; restart < 3; restart++) {
      try (TestStore store = open(key(1))) {
        assertThat(found(store)).isEqualTo(BLOCKS);
      }
      if (restart == 1) {
        Files.delete(folder.resolve("device0.index"));
      }
    }
  }

  @Test
  void otherKeyOrNoneRestoresNothingAndIsReported() throws Exception {
    Encryption[] keys = {key(1), key(2), Encryption.none(), key(3)};
    for (int i = 0; i < keys.length; i++) {
      try (TestStore store = open(keys[i])) {
        assertThat(found(store)).isZero();
        if (i > 0) {
          assertThat(store.awaitRestored().error("with another key").getMessage())
              .contains("device0 has");
        }
        fill(store);
        assertThat(found(store)).isEqualTo(BLOCKS);
        assertThat(store.store().statistics().damaged()).isZero();
      }
      // All blocks written last are found; earlier ones are discarded.
      try (TestStore store = open(keys[i])) {
        store.errors();
        assertThat(found(store)).isEqualTo(BLOCKS);
      }
    }
  }

  @Test
  void forgedBlockWithValidChecksumsIsRejected() throws Exception {
    try (TestStore store = open(key(1))) {
      fill(store);
    }
    forgeFirstBlock();
    try (TestStore store = open(key(1))) {
      assertThat(store.read(FILE, 0)).isFalse();
      assertThat(store.store().statistics().damaged()).isEqualTo(1);
      assertThat(store.read(FILE, 1)).isTrue();
    }
  }

  /** Flips a bit and corrects all checksums. */
  private void forgeFirstBlock() throws IOException {
    byte[] file = Files.readAllBytes(folder.resolve("device0"));
    int total = BlockHeader.totalBytes(FILE.length(), BLOCK + BlockCipher.TAG_BYTES);
    ByteBuffer block = ByteBuffer.wrap(file).slice(RegionHeader.BYTES, total);
    assertThat(BlockHeader.isBlockValid(block)).isTrue();
    ByteBuffer stored = BlockHeader.stored(block);
    stored.put(0, (byte) ~stored.get(0));
    assertThat(BlockHeader.isBlockValid(block)).isFalse();
    BlockHeader.seal(block);
    Files.write(folder.resolve("device0"), file);
  }

  @Test
  void generatedKeyRejectsWarmRestart() {
    assertThatThrownBy(() -> options(Encryption.withNewKey()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Set a key, or disable the warm restart");
  }
}
