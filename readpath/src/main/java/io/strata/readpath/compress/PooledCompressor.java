package io.strata.readpath.compress;

import io.airlift.compress.Compressor;
import io.airlift.compress.Decompressor;
import io.strata.l2.compress.BlockCompressor;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * An algorithm of aircompressor. Its compressors are not thread-safe, so they are pooled: the pool
 * grows to the number of concurrent users. Thread-safe.
 *
 * <p>The library is pure Java. It works on direct memory without a copy, and checks each access
 * against the bounds of both buffers. It accesses memory by {@code sun.misc.Unsafe}: JDK 24 and
 * later warn at the first use, or throw a {@link LinkageError} if they are configured to deny it.
 */
final class PooledCompressor implements BlockCompressor {
  private final int id;
  private final String title;
  private final Supplier<Compressor> newCompressor;
  private final Supplier<Decompressor> newDecompressor;
  private final Queue<Compressor> compressors = new ConcurrentLinkedQueue<>();
  private final Queue<Decompressor> decompressors = new ConcurrentLinkedQueue<>();

  PooledCompressor(
      int id,
      String title,
      Supplier<Compressor> newCompressor,
      Supplier<Decompressor> newDecompressor) {
    this.id = id;
    this.title = title;
    this.newCompressor = newCompressor;
    this.newDecompressor = newDecompressor;
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
    Compressor compressor = take(compressors, newCompressor);
    int max = compressor.maxCompressedLength(bytes);
    compressors.add(compressor);
    return max;
  }

  @Override
  public void compress(ByteBuffer from, ByteBuffer to) {
    Compressor compressor = take(compressors, newCompressor);
    compressor.compress(from.duplicate(), to);
    compressors.add(compressor);
  }

  @Override
  public void decompress(ByteBuffer from, ByteBuffer to) {
    Decompressor decompressor = take(decompressors, newDecompressor);
    try {
      decompressor.decompress(from.duplicate(), to);
    } catch (LinkageError e) {
      throw new IllegalArgumentException(
          "Cannot decompress a packed block: this JVM denies sun.misc.Unsafe to " + title + ".", e);
    } catch (RuntimeException e) {
      // The library throws different exceptions for malformed input.
      throw new IllegalArgumentException("A packed block is damaged: " + e.getMessage(), e);
    }
    decompressors.add(decompressor);
    if (to.hasRemaining()) {
      throw new IllegalArgumentException(
          "A packed block is damaged: %d bytes are missing.".formatted(to.remaining()));
    }
  }

  private static <T> T take(Queue<T> pool, Supplier<T> newOne) {
    T taken = pool.poll();
    return taken == null ? newOne.get() : taken;
  }
}
