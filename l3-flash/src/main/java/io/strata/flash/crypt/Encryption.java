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
 * With which key blocks are encrypted, if they are. Immutable.
 *
 * <p>No block is encrypted with the key itself, but with one that is derived from it for each start
 * of the store and each of its devices (HMAC-SHA-256 of the writer's identity, which is made up at
 * random and stands in the header of each region). So the numbers that blocks are encrypted under
 * need to be different within one start of one device only.
 *
 * <p>What is private are the blocks. The names of their files, offsets, lengths and the caller's
 * two words are not, on the device and in its snapshot: they are needed to find blocks again
 * without reading all of them, and a file's name is one that the folder of the files shows as well.
 *
 * <p>A second value that is derived in the same way stands in the header: who opens the file with
 * another key finds so at once, and nothing of the key can be told from it.
 */
public final class Encryption {
  /** Bytes of a key. */
  public static final int KEY_BYTES = 32;

  /** The check of regions that are not encrypted. */
  public static final long NO_CHECK = 0;

  private static final Encryption NONE = new Encryption(null);
  private static final String MAC = "HmacSHA256";
  private static final byte[] FOR_BLOCKS = "blocks".getBytes(US_ASCII);
  private static final byte[] FOR_CHECKS = "checks".getBytes(US_ASCII);

  private final @Nullable SecretKeySpec key;
  private final boolean madeUp;

  private Encryption(@Nullable SecretKeySpec key) {
    this(key, false);
  }

  private Encryption(@Nullable SecretKeySpec key, boolean madeUp) {
    this.key = key;
    this.madeUp = madeUp;
  }

  /** Blocks lie on the devices as they are. */
  public static Encryption none() {
    return NONE;
  }

  /**
   * With a key of the caller's.
   *
   * @param key copied
   * @throws IllegalArgumentException when it has not {@link #KEY_BYTES} bytes
   */
  public static Encryption withKey(byte[] key) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException(
          "A key cannot have %d bytes: give %d.".formatted(key.length, KEY_BYTES));
    }
    return new Encryption(new SecretKeySpec(key, MAC));
  }

  /** With a key that is made up now and is nowhere but in memory. */
  public static Encryption withNewKey() {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return new Encryption(new SecretKeySpec(key, MAC), true);
  }

  /** Whether blocks are encrypted. */
  public boolean isOn() {
    return key != null;
  }

  /** Whether no later start can have the same key. */
  public boolean isMadeUp() {
    return madeUp;
  }

  /** What encrypts the blocks of a writer, or null when they are not. */
  public @Nullable BlockCipher cipherOf(UUID writer) {
    return key == null ? null : new BlockCipher(derive(key, writer, FOR_BLOCKS));
  }

  /** What stands in the headers of a writer's regions, to tell the key by. */
  public long checkOf(UUID writer) {
    if (key == null) {
      return NO_CHECK;
    }
    // Never the value that says that there is no key.
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
