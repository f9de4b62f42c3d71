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

  /** Contexts, which are not thread-safe; as many as there were concurrent users. */
  private static final Queue<ZstdCompressCtx> COMPRESSION = new ConcurrentLinkedQueue<>();

  private static final Queue<ZstdDecompressCtx> DECOMPRESSION = new ConcurrentLinkedQueue<>();

  private NativeZstd() {}

  /**
   * Returns whether the native part runs here.
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

  /** Compresses with a dictionary. Thread-safe until it is closed. */
  static final class Compressor implements AutoCloseable {
    private final ZstdDictCompress dictionary;

    Compressor(byte[] content) {
      dictionary = new ZstdDictCompress(content, LEVEL);
    }

    /**
     * Compresses a block in a direct buffer.
     *
     * @return false if the result does not fit between position and limit of {@code to}
     */
    boolean compress(ByteBuffer from, ByteBuffer to) {
      ZstdCompressCtx pooled = COMPRESSION.poll();
      ZstdCompressCtx context = pooled == null ? new ZstdCompressCtx() : pooled;
      try {
        int bytes =
            context
                .setChecksum(true)
                .loadDict(dictionary)
                .compressDirectByteBuffer(
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

    /**
     * Decompresses a block from one direct buffer to another.
     *
     * @throws IllegalArgumentException if it is damaged, or does not fill {@code to}
     */
    void decompress(ByteBuffer from, ByteBuffer to) {
      ZstdDecompressCtx pooled = DECOMPRESSION.poll();
      ZstdDecompressCtx context = pooled == null ? new ZstdDecompressCtx() : pooled;
      int bytes;
      try {
        bytes =
            context
                .loadDict(dictionary)
                .decompressDirectByteBuffer(
                    to, to.position(), to.remaining(), from, from.position(), from.remaining());
      } catch (ZstdException e) {
        throw new IllegalArgumentException("A packed block is damaged: " + e.getMessage(), e);
      } finally {
        DECOMPRESSION.add(context);
      }
      if (bytes != to.remaining()) {
        throw new IllegalArgumentException(
            "A packed block is damaged: %d bytes are missing.".formatted(to.remaining() - bytes));
      }
      to.position(to.limit());
    }
  }
}
