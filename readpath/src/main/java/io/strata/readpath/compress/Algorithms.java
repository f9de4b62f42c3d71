package io.strata.readpath.compress;

import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import io.strata.l2.compress.BlockCompressor;
import io.strata.l2.compress.Compression;
import io.strata.l2.compress.Compressors;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The compression algorithms by name. */
public final class Algorithms {
  /** The name of no compression. */
  public static final String NONE = "none";

  /** The first JDK that warns of {@code sun.misc.Unsafe}, or can be told to deny it. */
  private static final int FIRST_AGAINST_UNSAFE = 24;

  private static final int PROBE_BYTES = 64;

  /** All algorithms. Their numbers stand in memory that outlives the process. */
  public static final Compressors ALL =
      new Compressors(
          List.of(
              Runtime.version().feature() < FIRST_AGAINST_UNSAFE ? fastLz4() : safeLz4(),
              new PooledCompressor(2, "zstd", ZstdCompressor::new, ZstdDecompressor::new)));

  private Algorithms() {}

  static BlockCompressor fastLz4() {
    return new PooledCompressor(1, "lz4", Lz4Compressor::new, Lz4Decompressor::new);
  }

  static BlockCompressor safeLz4() {
    return new SafeLz4(1, "lz4");
  }

  /**
   * Returns whether this JVM runs an algorithm: it may deny the {@code sun.misc.Unsafe} that zstd's
   * library needs.
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

  /** Returns the names that {@link #compression} takes: {@link #NONE}, and the algorithms'. */
  public static List<String> names() {
    List<String> names = new ArrayList<>(List.of(NONE));
    ALL.all().forEach(each -> names.add(each.title()));
    return names;
  }

  /**
   * Returns how a store compresses.
   *
   * @param name one of {@link #names}
   * @param cpuPercent processor time for packing, in percent of one core
   */
  public static Compression compression(String name, int cpuPercent) {
    return new Compression(ALL, named(name), cpuPercent);
  }

  private static @Nullable BlockCompressor named(String name) {
    return ALL.all().stream().filter(each -> each.title().equals(name)).findAny().orElse(null);
  }

  /** Returns the name of what compresses, or {@link #NONE}. */
  public static String titleOf(Compression compression) {
    BlockCompressor used = compression.used();
    return used == null ? NONE : used.title();
  }
}
