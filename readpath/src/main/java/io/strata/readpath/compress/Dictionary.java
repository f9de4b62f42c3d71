package io.strata.readpath.compress;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A dictionary of zstd for the blocks of a family. Its id is a hash of the content, so an id never
 * stands for two contents. Immutable but for the time of its last use; thread-safe.
 */
final class Dictionary {
  private final String family;
  private final byte[] content;
  private final long id;
  private final NativeZstd.Decompressor decompressor;
  private volatile long lastUse;

  /** Creates the dictionary of a family, or one that an earlier process stored. */
  Dictionary(String family, byte[] content) {
    this.family = family;
    this.content = content;
    this.id = idOf(content);
    this.decompressor = new NativeZstd.Decompressor(content);
  }

  private static long idOf(byte[] content) {
    return ByteBuffer.wrap(sha256().digest(content)).getLong();
  }

  /** Returns a new SHA-256. */
  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Each Java platform has SHA-256.", e);
    }
  }

  /** Returns the id that is stored with each block. */
  long id() {
    return id;
  }

  /** Returns the name of the family. */
  String family() {
    return family;
  }

  /** Returns the name of the family, in UTF-8. */
  byte[] familyBytes() {
    return family.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the content, which must not be changed. */
  byte[] content() {
    return content;
  }

  /** Returns a new compressor, which must be closed. */
  NativeZstd.Compressor compressor() {
    return new NativeZstd.Compressor(content);
  }

  /** Decompresses a block, as {@link NativeZstd.Decompressor#decompress}. */
  void decompress(ByteBuffer from, ByteBuffer to) {
    use();
    decompressor.decompress(from, to);
  }

  /** Records a use. */
  void use() {
    lastUse = System.currentTimeMillis();
  }

  /** Returns when a block was last packed or unpacked with it; 0 if not in this process. */
  long lastUse() {
    return lastUse;
  }
}
