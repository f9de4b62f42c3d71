package io.strata.perf.bench;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import io.strata.l2.compress.BlockCompressor;
import io.strata.readpath.compress.Algorithms;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** A way to compress a block with or without a dictionary. Stateless. */
public enum DictionaryMethod {
  /** LZ4 in Java, which Strata bundles; without a dictionary. */
  LZ4_JAVA,
  /** zstd in Java, which Strata bundles; without a dictionary. */
  ZSTD_JAVA,
  /** Native zstd, level 3, without a dictionary. */
  ZSTD_NATIVE,
  /** Native zstd, level 3, with a trained dictionary. */
  ZSTD_NATIVE_DICTIONARY,
  /** The JDK's Deflate, level 6, with the last 32 KB of the trained dictionary. */
  DEFLATE_TRAINED,
  /** The JDK's Deflate, level 6, with samples as the dictionary, which need no training. */
  DEFLATE_SAMPLES;

  private static final int LEVEL = 3;

  /** Returns the name used in figures. */
  public String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Compresses and decompresses blocks in direct buffers. For one thread. */
  interface Codec {
    /** Compresses from position to limit; advances the position of {@code to}. */
    void pack(ByteBuffer raw, ByteBuffer to);

    /** Decompresses from position to limit; fills {@code to} up to its limit. */
    void unpack(ByteBuffer packed, ByteBuffer to);
  }

  /**
   * Returns a codec.
   *
   * @param trained a dictionary of zstd's trainer
   * @param samples raw samples, at most 32 KB
   */
  Codec codec(byte[] trained, byte[] samples) {
    return switch (this) {
      case LZ4_JAVA -> codec(Algorithms.ALL.get(0));
      case ZSTD_JAVA -> codec(Algorithms.zstdInJava());
      case ZSTD_NATIVE -> zstd(new ZstdCompressCtx().setLevel(LEVEL), new ZstdDecompressCtx());
      case ZSTD_NATIVE_DICTIONARY ->
          zstd(
              new ZstdCompressCtx().loadDict(new ZstdDictCompress(trained, LEVEL)),
              new ZstdDecompressCtx().loadDict(new ZstdDictDecompress(trained)));
      case DEFLATE_TRAINED -> deflate(trained);
      case DEFLATE_SAMPLES -> deflate(samples);
    };
  }

  private static Codec codec(BlockCompressor by) {
    return new Codec() {
      @Override
      public void pack(ByteBuffer raw, ByteBuffer to) {
        by.compress(raw, to);
      }

      @Override
      public void unpack(ByteBuffer packed, ByteBuffer to) {
        by.decompress(packed, to);
      }
    };
  }

  private static Codec zstd(ZstdCompressCtx compress, ZstdDecompressCtx decompress) {
    return new Codec() {
      @Override
      public void pack(ByteBuffer raw, ByteBuffer to) {
        compress.compress(to, raw.duplicate());
      }

      @Override
      public void unpack(ByteBuffer packed, ByteBuffer to) {
        decompress.decompress(to, packed.duplicate());
      }
    };
  }

  private static Codec deflate(byte[] dictionary) {
    Deflater deflater = new Deflater(6, true);
    Inflater inflater = new Inflater(true);
    int from = Math.max(0, dictionary.length - (32 << 10));
    int bytes = dictionary.length - from;
    return new Codec() {
      @Override
      public void pack(ByteBuffer raw, ByteBuffer to) {
        deflater.reset();
        deflater.setDictionary(dictionary, from, bytes);
        deflater.setInput(raw.duplicate());
        deflater.finish();
        deflater.deflate(to);
      }

      @Override
      public void unpack(ByteBuffer packed, ByteBuffer to) {
        inflater.reset();
        inflater.setDictionary(dictionary, from, bytes);
        inflater.setInput(packed.duplicate());
        try {
          inflater.inflate(to);
        } catch (DataFormatException e) {
          throw new IllegalStateException("Deflate cannot decompress its own block.", e);
        }
      }
    };
  }
}
