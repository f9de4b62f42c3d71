package io.strata.readpath.compress;

import io.strata.l2.compress.BlockCompressor;
import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * LZ4 by lz4-java's implementation on byte buffers, which needs no {@code sun.misc.Unsafe}. Its
 * format is that of {@link PooledCompressor}. Thread-safe.
 */
final class SafeLz4 implements BlockCompressor {
  private final int id;
  private final String title;
  private final LZ4Compressor compressor;
  private final LZ4SafeDecompressor decompressor;

  SafeLz4(int id, String title) {
    this.id = id;
    this.title = title;
    LZ4Factory factory = LZ4Factory.safeInstance();
    compressor = factory.fastCompressor();
    decompressor = factory.safeDecompressor();
  }

  @Override
  public int id() {
    return id;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public int maxCompressedBytes(int bytes) {
    return compressor.maxCompressedLength(bytes);
  }

  @Override
  public void compress(ByteBuffer from, ByteBuffer to) {
    compressor.compress(from.duplicate(), to);
  }

  @Override
  public void decompress(ByteBuffer from, ByteBuffer to) {
    try {
      decompressor.decompress(from.duplicate(), to);
    } catch (LZ4Exception | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("A packed block is damaged: " + e.getMessage(), e);
    }
    if (to.hasRemaining()) {
      throw new IllegalArgumentException(
          "A packed block is damaged: %d bytes are missing.".formatted(to.remaining()));
    }
  }
}
