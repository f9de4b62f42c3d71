package io.strata.flash.crypt;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The encryption of the blocks on devices: none, or with a key. Immutable.
 *
 * <p>No block is encrypted with the key itself. A key is derived from it for each start of the
 * store and each device: the HMAC-SHA-256 of the writer id, which is random and stored in the
 * header of each region. So nonces must be unique only within one start of one device.
 *
 * <p>Only blocks are private. The names of their files, offsets, lengths and the caller's two words
 * are not encrypted, neither in the regions nor in the snapshot: recovery needs them to find blocks
 * without reading them, and the names are visible in the directory of the files, too.
 *
 * <p>A check value, derived in the same way, is stored in the region header. A start with another
 * key detects that at once, and the value reveals nothing about the key.
 */
public final class Encryption {
  /** The length of a key in bytes. */
  public static final int KEY_BYTES = 32;

  /** The check value of regions that are not encrypted. */
  public static final long NO_CHECK = 0;

  private static final Encryption NONE = new Encryption(null);
  private static final String MAC = "HmacSHA256";
  private static final byte[] FOR_BLOCKS = "blocks".getBytes(US_ASCII);
  private static final byte[] FOR_CHECKS = "checks".getBytes(US_ASCII);

  private final @Nullable SecretKeySpec key;
  private final boolean ephemeral;

  private Encryption(@Nullable SecretKeySpec key) {
    this(key, false);
  }

  private Encryption(@Nullable SecretKeySpec key, boolean ephemeral) {
    this.key = key;
    this.ephemeral = ephemeral;
  }

  /** Returns no encryption. */
  public static Encryption none() {
    return NONE;
  }

  /**
   * Returns encryption with the caller's key.
   *
   * @param key copied
   * @throws IllegalArgumentException if it does not have {@link #KEY_BYTES} bytes
   */
  public static Encryption withKey(byte[] key) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException(
          "The key has %d bytes, must have %d.".formatted(key.length, KEY_BYTES));
    }
    return new Encryption(new SecretKeySpec(key, MAC));
  }

  /** Returns encryption with a new random key, which exists only in memory. */
  public static Encryption withNewKey() {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return new Encryption(new SecretKeySpec(key, MAC), true);
  }

  /** Returns whether blocks are encrypted. */
  public boolean isOn() {
    return key != null;
  }

  /** Returns whether the key was generated, so that no later start has it. */
  public boolean isEphemeral() {
    return ephemeral;
  }

  /** Returns the cipher for the blocks of a writer, or null if they are not encrypted. */
  public @Nullable BlockCipher cipherOf(UUID writer) {
    return key == null ? null : new BlockCipher(derive(key, writer, FOR_BLOCKS));
  }

  /** Returns the check value of the key, for the headers of a writer's regions. */
  public long checkOf(UUID writer) {
    if (key == null) {
      return NO_CHECK;
    }
    // Never NO_CHECK.
    return ByteBuffer.wrap(derive(key, writer, FOR_CHECKS)).getLong() | 1;
  }

  private static byte[] derive(SecretKeySpec key, UUID writer, byte[] purpose) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(key);
      mac.update(purpose);
      ByteBuffer id = ByteBuffer.allocate(2 * Long.BYTES);
      mac.update(
          id.putLong(writer.getMostSignificantBits())
              .putLong(writer.getLeastSignificantBits())
              .array());
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java has no " + MAC + ".", e);
    }
  }
}
