package io.strata.readpath.compress;

import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.strata.l2.compress.BlockCompressor;
import io.strata.l2.compress.BlockDecompressor;
import io.strata.l2.compress.Compression;
import io.strata.l2.compress.Compressors;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The compression algorithms of the off-heap tier, by name. */
public final class Algorithms {
  /** The name of no compression. */
  public static final String NONE = "none";

  /** The first JDK that warns about {@code sun.misc.Unsafe}, or may deny it. */
  private static final int FIRST_AGAINST_UNSAFE = 24;

  private static final int PROBE_BYTES = 64;

  /** Zstd, in the library that is present. */
  static final ZstdBlocks ZSTD = new ZstdBlocks(2, "zstd");

  /** All algorithms. Their ids are stored in memory that outlives the process. */
  public static final List<BlockCompressor> ALL =
      List.of(Runtime.version().feature() < FIRST_AGAINST_UNSAFE ? fastLz4() : safeLz4(), ZSTD);

  private static final Compressors KNOWN = new Compressors(ALL);

  private Algorithms() {}

  /** Returns zstd by the library in Java, which reads and writes the blocks of the native one. */
  public static BlockCompressor zstdInJava() {
    return ZSTD.inJava();
  }

  static BlockCompressor fastLz4() {
    return new PooledCompressor(1, "lz4", Lz4Compressor::new, Lz4Decompressor::new);
  }

  static BlockCompressor safeLz4() {
    return new SafeLz4(1, "lz4");
  }

  /**
   * Returns whether this JVM supports an algorithm: it may deny {@code sun.misc.Unsafe}, which zstd
   * needs unless its native library is present.
   *
   * @param name one of {@link #names}
   */
  public static boolean runs(String name) {
    BlockCompressor by = named(name);
    return by == null || runs(by);
  }

  static boolean runs(BlockCompressor by) {
    try {
      by.compress(
          ByteBuffer.allocateDirect(PROBE_BYTES),
          ByteBuffer.allocateDirect(by.maxCompressedBytes(PROBE_BYTES)));
      return true;
    } catch (LinkageError e) {
      return false;
    }
  }

  /** Returns the names that {@link #compression} accepts: {@link #NONE} and the algorithms. */
  public static List<String> names() {
    List<String> names = new ArrayList<>(List.of(NONE));
    ALL.forEach(each -> names.add(each.title()));
    return names;
  }

  /**
   * Returns whether an algorithm runs in Java because its native library is not present.
   *
   * @param name one of {@link #names}
   */
  public static boolean isInJava(String name) {
    return name.equals(ZSTD.title()) && !ZstdBlocks.areNative();
  }

  /** Returns whether this JVM has the native library that dictionaries need. */
  public static boolean hasDictionaries() {
    return ZstdBlocks.areNative();
  }

  /**
   * Returns the maximum native memory of an algorithm without dictionaries, in bytes.
   *
   * @param name one of {@link #names}
   * @param threads number of threads that decompress
   */
  public static long maxNativeBytes(String name, int threads) {
    return name.equals(ZSTD.title())
        ? NativeZstd.COMPRESSION_BYTES + (long) threads * NativeZstd.DECOMPRESSION_BYTES
        : 0;
  }

  /** Returns how {@link #maxNativeBytes} is calculated, for each of a number of threads. */
  public static String nativeRule(String threads) {
    return "`%s`: %d MB, and %d KB for each of %s"
        .formatted(
            ZSTD.title(),
            NativeZstd.COMPRESSION_BYTES >> 20,
            NativeZstd.DECOMPRESSION_BYTES >> 10,
            threads);
  }

  /** Returns all algorithms, and the dictionaries as one more. */
  public static Compressors with(Dictionaries dictionaries) {
    List<BlockDecompressor> all = new ArrayList<>(ALL);
    all.add(dictionaries);
    return new Compressors(all);
  }

  /**
   * Returns the compression settings of a store.
   *
   * @param name one of {@link #names}
   * @param cpuPercent maximum CPU time for compression, in percent of one core
   */
  public static Compression compression(String name, int cpuPercent) {
    return new Compression(KNOWN, named(name), cpuPercent);
  }

  private static @Nullable BlockCompressor named(String name) {
    return ALL.stream().filter(each -> each.title().equals(name)).findAny().orElse(null);
  }

  /** Returns the name of the algorithm, or {@link #NONE}. */
  public static String titleOf(Compression compression) {
    BlockCompressor used = compression.used();
    return used == null ? NONE : used.title();
  }
}
