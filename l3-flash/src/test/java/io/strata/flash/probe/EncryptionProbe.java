package io.strata.flash.probe;

import io.strata.flash.crypt.BlockCipher;
import io.strata.flash.crypt.Encryption;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Measures the throughput of encryption and decryption of blocks of 64 KB off the heap, with one
 * thread.
 */
final class EncryptionProbe {
  private static final int BYTES = 64 << 10;
  private static final int BLOCKS = 8_000;
  private static final int ROUNDS = 8;

  private EncryptionProbe() {}

  public static void main(String[] args) {
    BlockCipher cipher = Encryption.withNewKey().cipherOf(new UUID(1, 2));
    ByteBuffer block = ByteBuffer.allocateDirect(BYTES + BlockCipher.TAG_BYTES);
    ByteBuffer header = ByteBuffer.allocate(100);
    for (int round = 0; round < ROUNDS; round++) {
      long encrypting = 0;
      long decrypting = 0;
      for (int i = 0; i < BLOCKS; i++) {
        long begin = System.nanoTime();
        cipher.encrypt(block, round, i, header.clear());
        long between = System.nanoTime();
        if (!cipher.decrypt(block, round, i, header.clear())) {
          throw new IllegalStateException("A block was not decrypted.");
        }
        encrypting += between - begin;
        decrypting += System.nanoTime() - between;
      }
      System.out.printf(
          "encrypted %.2f GB/s, decrypted %.2f GB/s%n",
          (double) BLOCKS * BYTES / encrypting, (double) BLOCKS * BYTES / decrypting);
    }
  }
}
