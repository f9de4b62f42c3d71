package io.strata.flash.crypt;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BlockCipherTest {
  private static final byte[] KEY = new byte[Encryption.KEY_BYTES];
  private static final int LENGTH = 500;
  private static final ByteBuffer HEADER = ByteBuffer.wrap("header".getBytes(US_ASCII));

  /** A new one for each test: Java rejects a nonce that is used twice in a row under one key. */
  private final UUID writer = UUID.randomUUID();

  private static byte[] plain() {
    byte[] plain = new byte[LENGTH];
    new Random(1).nextBytes(plain);
    return plain;
  }

  private static ByteBuffer header() {
    return HEADER.duplicate();
  }

  private BlockCipher cipher() {
    return Encryption.withKey(KEY).cipherOf(writer);
  }

  private static ByteBuffer encrypted(BlockCipher cipher, long sequence, int position) {
    ByteBuffer block = ByteBuffer.allocateDirect(LENGTH + BlockCipher.TAG_BYTES);
    block.put(0, plain());
    cipher.encrypt(block, sequence, position, header());
    return block;
  }

  private static ByteBuffer copyOf(ByteBuffer block) {
    return ByteBuffer.allocateDirect(block.limit()).put(0, block, 0, block.limit());
  }

  private static byte[] bytes(ByteBuffer block, int length) {
    byte[] bytes = new byte[length];
    block.get(0, bytes);
    return bytes;
  }

  @Test
  void decryptsWhatItEncrypted() {
    ByteBuffer block = encrypted(cipher(), 3, 4);
    assertThat(bytes(block, LENGTH)).isNotEqualTo(plain());
    assertThat(cipher().decrypt(block, 3, 4, header())).isTrue();
    assertThat(bytes(block, LENGTH)).isEqualTo(plain());
  }

  @Test
  void anyBitFlipIsDetected() {
    int bits = 8 * (LENGTH + BlockCipher.TAG_BYTES);
    ByteBuffer encrypted = encrypted(cipher(), 3, 4);
    for (int bit = 0; bit < bits; bit += 3) {
      ByteBuffer block = copyOf(encrypted);
      block.put(bit / 8, (byte) (block.get(bit / 8) ^ 1 << bit % 8));
      assertThat(cipher().decrypt(block, 3, 4, header())).as("bit %d", bit).isFalse();
    }
  }

  @Test
  void blockIsBoundToPositionHeaderAndKey() {
    BlockCipher cipher = cipher();
    ByteBuffer encrypted = encrypted(cipher, 3, 4);
    assertThat(cipher.decrypt(copyOf(encrypted), 5, 4, header())).isFalse();
    assertThat(cipher.decrypt(copyOf(encrypted), 3, 5, header())).isFalse();
    assertThat(cipher.decrypt(copyOf(encrypted), 3, 4, ByteBuffer.allocate(6))).isFalse();
    assertThat(cipher.decrypt(ByteBuffer.allocate(5), 3, 4, header())).isFalse();
    BlockCipher other = Encryption.withKey(KEY).cipherOf(UUID.randomUUID());
    assertThat(other.decrypt(copyOf(encrypted), 3, 4, header())).isFalse();
    BlockCipher ephemeral = Encryption.withNewKey().cipherOf(writer);
    assertThat(ephemeral.decrypt(copyOf(encrypted), 3, 4, header())).isFalse();
  }

  @Test
  void sameBlockEncryptsDifferentlyElsewhere() {
    BlockCipher cipher = cipher();
    byte[] one = bytes(encrypted(cipher, 3, 4), LENGTH);
    assertThat(bytes(encrypted(cipher, 3, 68), LENGTH)).isNotEqualTo(one);
    assertThat(bytes(encrypted(cipher, 4, 4), LENGTH)).isNotEqualTo(one);
    BlockCipher laterStart = Encryption.withKey(KEY).cipherOf(UUID.randomUUID());
    assertThat(bytes(encrypted(laterStart, 3, 4), LENGTH)).isNotEqualTo(one);
  }

  @Test
  void checkIdentifiesTheKey() {
    byte[] otherKey = KEY.clone();
    otherKey[31] ^= 1;
    long check = Encryption.withKey(KEY).checkOf(writer);
    assertThat(Encryption.withKey(KEY).checkOf(writer)).isEqualTo(check);
    assertThat(Encryption.withKey(otherKey).checkOf(writer)).isNotEqualTo(check);
    assertThat(Encryption.withKey(KEY).checkOf(UUID.randomUUID())).isNotEqualTo(check);
    assertThat(Encryption.none().checkOf(writer))
        .isEqualTo(Encryption.NO_CHECK)
        .isNotEqualTo(check);
    assertThat(Encryption.none().cipherOf(writer)).isNull();
  }

  @Test
  void keyOfWrongLengthIsRejected() {
    assertThatThrownBy(() -> Encryption.withKey(new byte[16]))
        .hasMessage("The key has 16 bytes, must have 32.");
  }
}
