package io.strata.flash.crypt;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-256-GCM of blocks, in their place. Thread-safe: each thread has a {@link Cipher} of its own.
 *
 * <p>The nonce is the sequence of the block's region and the position in it. Under one key, which
 * is that of one start of one device, no two blocks have both in common: a sequence is given to one
 * region of the store, and never again in its life, and a position in a region is reserved by one
 * thread, once. This holds whatever is lost on the device, since a later start has another key.
 *
 * <p>What stands in the block's header is authenticated with it: a block that is moved, or given
 * another key or other attributes, is none.
 */
public final class BlockCipher {
  /** Bytes that a block becomes longer by. */
  public static final int TAG_BYTES = 16;

  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final ThreadLocal<Cipher> CIPHERS = ThreadLocal.withInitial(BlockCipher::make);

  private final SecretKeySpec key;

  BlockCipher(byte[] key) {
    this.key = new SecretKeySpec(key, "AES");
  }

  private static Cipher make() {
    try {
      return Cipher.getInstance(CIPHER);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java has no " + CIPHER + ".", e);
    }
  }

  /**
   * Encrypts a block.
   *
   * @param block its bytes, and room for {@link #TAG_BYTES} after them
   * @param header what is authenticated with it
   */
  public void encrypt(ByteBuffer block, long sequence, int position, ByteBuffer header) {
    ByteBuffer plain = block.slice(0, block.limit() - TAG_BYTES);
    try {
      begin(Cipher.ENCRYPT_MODE, sequence, position, header).doFinal(plain, block.slice());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("A block could not be encrypted.", e);
    }
  }

  /**
   * Decrypts a block, which is {@link #TAG_BYTES} shorter then.
   *
   * @param block its bytes and the tag
   * @return whether they are what {@link #encrypt} has written; if not, they are destroyed
   */
  public boolean decrypt(ByteBuffer block, long sequence, int position, ByteBuffer header) {
    if (block.limit() < TAG_BYTES) {
      return false;
    }
    ByteBuffer plain = block.slice(0, block.limit() - TAG_BYTES);
    try {
      begin(Cipher.DECRYPT_MODE, sequence, position, header).doFinal(block.slice(), plain);
      return true;
    } catch (AEADBadTagException e) {
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("A block could not be decrypted.", e);
    }
  }

  private Cipher begin(int mode, long sequence, int position, ByteBuffer header)
      throws GeneralSecurityException {
    byte[] nonce = new byte[NONCE_BYTES];
    ByteBuffer.wrap(nonce).putLong(sequence).putInt(position);
    Cipher cipher = CIPHERS.get();
    cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
    cipher.updateAAD(header);
    return cipher;
  }
}
