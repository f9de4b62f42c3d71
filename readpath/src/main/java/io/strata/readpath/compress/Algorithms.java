package io.strata.readpath.compress;

import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import io.strata.l2.compress.BlockCompressor;
import io.strata.l2.compress.Compression;
import io.strata.l2.compress.Compressors;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The compression algorithms by name. */
public final class Algorithms {
  /** The name of no compression. */
  public static final String NONE = "none";

  /** All algorithms. Their numbers stand in memory that outlives the process. */
  public static final Compressors ALL =
      new Compressors(
          List.of(
              new PooledCompressor(1, "lz4", Lz4Compressor::new, Lz4Decompressor::new),
              new PooledCompressor(2, "zstd", ZstdCompressor::new, ZstdDecompressor::new)));

  private Algorithms() {}

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
