package io.strata.readpath.compress;

import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import io.strata.l2.compress.BlockCompressor;
import java.nio.ByteBuffer;

/**
 * Zstd without a dictionary: by the native library where it is present, which takes about half the
 * time, else in Java. Both read each other's blocks. Thread-safe.
 *
 * <p>The library is loaded at the first use, since a start without zstd needs no native code.
 */
final class ZstdBlocks implements BlockCompressor {
  /** Loaded at the first use. */
  private static final class Library {
    static final boolean IS_NATIVE = runs();

    private Library() {}

    private static boolean runs() {
      try {
        return NativeZstd.runs();
      } catch (LinkageError e) {
        return false;
      }
    }
  }

  private final BlockCompressor inJava;

  ZstdBlocks(int id, String title) {
    this.inJava = new PooledCompressor(id, title, ZstdCompressor::new, ZstdDecompressor::new);
  }

  /** Returns whether the native library is on the class path, and runs here. */
  static boolean areNative() {
    return Library.IS_NATIVE;
  }

  /** Returns the library in Java, which reads and writes the same blocks. */
  BlockCompressor inJava() {
    return inJava;
  }

  @Override
  public int id() {
    return inJava.id();
  }

  @Override
  public String title() {
    return inJava.title();
  }

  @Override
  public int maxCompressedBytes(int bytes) {
    return areNative() ? NativeZstd.maxCompressedBytes(bytes) : inJava.maxCompressedBytes(bytes);
  }

  @Override
  public void compress(ByteBuffer from, ByteBuffer to) {
    if (!areNative()) {
      inJava.compress(from, to);
    } else if (!NativeZstd.compress(null, from, to)) {
      throw new IllegalArgumentException(
          "A block of %d bytes cannot be packed into %d bytes."
              .formatted(from.remaining(), to.remaining()));
    }
  }

  @Override
  public void decompress(ByteBuffer from, ByteBuffer to) {
    if (areNative()) {
      NativeZstd.decompress(null, from, to);
    } else {
      inJava.decompress(from, to);
    }
  }
}
