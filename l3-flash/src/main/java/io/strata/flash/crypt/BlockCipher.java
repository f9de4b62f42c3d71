package io.strata.flash.crypt;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts blocks in place with AES-256-GCM. Thread-safe: each thread has its own {@link Cipher}.
 *
 * <p>The nonce consists of the sequence of the block's region and the position in it. The key
 * belongs to one start of the store and one device. Under one key no two blocks share a nonce: a
 * sequence is given to one region and never reused in that start, and a position in a region is
 * reserved once, by one thread. This holds whatever is lost on the device, since a later start has
 * another key.
 *
 * <p>The block's header is authenticated with the block. So a block that was moved, or whose key or
 * attributes were changed, is rejected.
 */
public final class BlockCipher {
  /** Bytes that encryption adds to a block. */
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
   * @param block its bytes, followed by {@link #TAG_BYTES} free bytes
   * @param header authenticated with the block
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
   * Decrypts a block, which becomes {@link #TAG_BYTES} shorter.
   *
   * @param block its bytes and the tag
   * @return whether the block is authentic; if not, its bytes are destroyed
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
