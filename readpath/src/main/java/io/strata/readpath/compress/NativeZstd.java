package io.strata.readpath.compress;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import com.github.luben.zstd.ZstdDictTrainer;
import com.github.luben.zstd.ZstdException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The native zstd of zstd-jni, which is not bundled: HBase's distribution has it. The only class
 * that refers to that library.
 */
final class NativeZstd {
  private static final int LEVEL = 3;

  /** Maximum native bytes of a context of compression, for a block of any length. */
  static final int COMPRESSION_BYTES = 3 << 20;

  /** Maximum native bytes of a context of decompression. */
  static final int DECOMPRESSION_BYTES = 128 << 10;

  /** Contexts, which are not thread-safe; as many as there were concurrent users. */
  private static final Queue<ZstdCompressCtx> COMPRESSION = new ConcurrentLinkedQueue<>();

  private static final Queue<ZstdDecompressCtx> DECOMPRESSION = new ConcurrentLinkedQueue<>();

  private NativeZstd() {}

  /**
   * Returns whether the native part runs here. {@link ZstdBlocks#areNative} also answers without
   * the library.
   *
   * @throws LinkageError if it does not, or the library is not on the class path
   */
  static boolean runs() {
    return Zstd.compressBound(1) > 0;
  }

  /**
   * Trains a dictionary.
   *
   * @param bytes maximum length
   * @return the dictionary; null if the samples are too few or too much alike
   */
  static byte @Nullable [] train(List<byte[]> samples, int bytes) {
    ZstdDictTrainer trainer =
        new ZstdDictTrainer(samples.stream().mapToInt(each -> each.length).sum(), bytes);
    samples.forEach(trainer::addSample);
    try {
      return trainer.trainSamples();
    } catch (ZstdException e) {
      return null;
    }
  }

  /** Returns the maximum length of a compressed block of this many bytes. */
  static int maxCompressedBytes(int bytes) {
    return Math.toIntExact(Zstd.compressBound(bytes));
  }

  /**
   * Compresses a block in a direct buffer, with a checksum.
   *
   * @return false if the result does not fit between position and limit of {@code to}
   */
  static boolean compress(@Nullable ZstdDictCompress dictionary, ByteBuffer from, ByteBuffer to) {
    ZstdCompressCtx pooled = COMPRESSION.poll();
    ZstdCompressCtx context = pooled == null ? new ZstdCompressCtx() : pooled;
    try {
      context.setLevel(LEVEL).setChecksum(true);
      if (dictionary != null) {
        context.loadDict(dictionary);
      }
      int bytes =
          context.compressDirectByteBuffer(
              to, to.position(), to.remaining(), from, from.position(), from.remaining());
      to.position(to.position() + bytes);
      return true;
    } catch (ZstdException e) {
      return false;
    } finally {
      // Until then the library does not let the dictionary be closed.
      context.reset();
      COMPRESSION.add(context);
    }
  }

  /**
   * Decompresses a block from one direct buffer to another.
   *
   * @throws IllegalArgumentException if it is damaged, or does not fill {@code to}
   */
  static void decompress(@Nullable ZstdDictDecompress dictionary, ByteBuffer from, ByteBuffer to) {
    ZstdDecompressCtx pooled = DECOMPRESSION.poll();
    ZstdDecompressCtx context = pooled == null ? new ZstdDecompressCtx() : pooled;
    int bytes;
    try {
      if (dictionary != null) {
        context.loadDict(dictionary);
      }
      bytes =
          context.decompressDirectByteBuffer(
              to, to.position(), to.remaining(), from, from.position(), from.remaining());
    } catch (ZstdException e) {
      throw new IllegalArgumentException("A packed block is damaged: " + e.getMessage(), e);
    } finally {
      if (dictionary != null) {
        context.reset();
      }
      DECOMPRESSION.add(context);
    }
    if (bytes != to.remaining()) {
      throw new IllegalArgumentException(
          "A packed block is damaged: %d bytes are missing.".formatted(to.remaining() - bytes));
    }
    to.position(to.limit());
  }

  /** Compresses with a dictionary. Thread-safe until it is closed. */
  static final class Compressor implements AutoCloseable {
    private final ZstdDictCompress dictionary;

    Compressor(byte[] content) {
      dictionary = new ZstdDictCompress(content, LEVEL);
    }

    /** Compresses a block, as {@link NativeZstd#compress} does. */
    boolean compress(ByteBuffer from, ByteBuffer to) {
      return NativeZstd.compress(dictionary, from, to);
    }

    @Override
    public void close() {
      dictionary.close();
    }
  }

  /** Decompresses with a dictionary. Thread-safe. The library frees it when it is unreachable. */
  static final class Decompressor {
    private final ZstdDictDecompress dictionary;

    Decompressor(byte[] content) {
      dictionary = new ZstdDictDecompress(content);
    }

    /** Decompresses a block, as {@link NativeZstd#decompress} does. */
    void decompress(ByteBuffer from, ByteBuffer to) {
      NativeZstd.decompress(dictionary, from, to);
    }
  }
}
