package io.strata.perf.bench;

import io.strata.perf.common.DataSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;

/**
 * A case of the compression benchmark.
 *
 * @param blockBytes size of blocks
 * @param missMillis added latency of a miss over a read from the page cache
 * @param fits whether the cache is larger than the file; otherwise it is a quarter of the file
 */
public record CompressedCase(
    DataSet data, DataBlockEncoding encoding, int blockBytes, int missMillis, boolean fits) {
  /** HBase's default size of blocks. */
  static final int LARGE_BLOCK = 64 << 10;

  /** The figures of zstd with the dictionaries of families. */
  public static final String DICTIONARIES = "zstd with dictionaries";

  /** The figures of a cache without compression. */
  public static final String NONE = "none";

  /** The figures of a second cache without compression. */
  public static final String CONTROL = "control";

  private static final int OBJECT_STORE_MILLIS = 2;

  /** Returns the cases with blocks of the default size that compression is to speed up. */
  public static List<CompressedCase> large() {
    List<CompressedCase> all = new ArrayList<>();
    for (DataSet data : DataSet.values()) {
      if (data != DataSet.RANDOM) {
        all.add(slow(data, DataBlockEncoding.NONE, LARGE_BLOCK));
        all.add(slow(data, DataBlockEncoding.FAST_DIFF, LARGE_BLOCK));
      }
    }
    return all;
  }

  /** Returns the cases in which compression gains little or nothing, and must cost nothing. */
  public static List<CompressedCase> costs() {
    List<CompressedCase> all = new ArrayList<>();
    all.add(new CompressedCase(DataSet.LINEITEM, DataBlockEncoding.NONE, LARGE_BLOCK, 0, true));
    for (DataSet data : DataSet.values()) {
      if (data != DataSet.RANDOM) {
        all.add(fast(data));
      }
    }
    return all;
  }

  /**
   * Returns the cases whose data does not shrink. Their targets are as small as the difference
   * between two equal caches in one process, so they take more rounds than the other {@link
   * #costs}.
   */
  public static List<CompressedCase> random() {
    return List.of(slow(DataSet.RANDOM, DataBlockEncoding.NONE, LARGE_BLOCK), fast(DataSet.RANDOM));
  }

  /** Returns the cases whose single hits are timed. */
  public static List<CompressedCase> hits() {
    return large().stream().filter(each -> each.encoding() == DataBlockEncoding.NONE).toList();
  }

  /** Returns the cases with small blocks, which are also compressed with dictionaries. */
  public static List<CompressedCase> small() {
    List<CompressedCase> all = new ArrayList<>();
    for (DataSet data : List.of(DataSet.JSON, DataSet.TIME_SERIES)) {
      for (int blockBytes : List.of(4 << 10, 8 << 10)) {
        all.add(slow(data, DataBlockEncoding.NONE, blockBytes));
      }
    }
    return all;
  }

  private static CompressedCase slow(DataSet data, DataBlockEncoding encoding, int blockBytes) {
    return new CompressedCase(data, encoding, blockBytes, OBJECT_STORE_MILLIS, false);
  }

  private static CompressedCase fast(DataSet data) {
    return new CompressedCase(data, DataBlockEncoding.NONE, LARGE_BLOCK, 0, false);
  }

  /** Returns the case with a {@link #name}. */
  static CompressedCase of(String name) {
    return Stream.of(large(), costs(), random(), small())
        .flatMap(List::stream)
        .filter(each -> each.name().equals(name))
        .findAny()
        .orElseThrow();
  }

  /** Returns whether compression is to speed up this case. */
  public boolean gains() {
    return missMillis > 0 && data != DataSet.RANDOM;
  }

  /** Returns whether blocks are small enough for dictionaries. */
  public boolean isSmall() {
    return blockBytes < LARGE_BLOCK;
  }

  /** Returns the names of the ways of compression that are compared. */
  public List<String> algorithms() {
    return isSmall() ? List.of("zstd", DICTIONARIES) : List.of("lz4", "zstd");
  }

  /** Returns the unique name of the case. */
  public String name() {
    return "%s-%s-%s%s"
        .formatted(
            data, encoding, fits ? "fits" : missMillis, isSmall() ? "-" + (blockBytes >> 10) : "")
        .toLowerCase(Locale.ROOT);
  }

  /** Returns the name shown in tables. */
  public String title() {
    return data.title()
        + (encoding == DataBlockEncoding.NONE ? "" : ", " + encoding)
        + (isSmall() ? ", blocks of %d KB".formatted(blockBytes >> 10) : "")
        + (fits
            ? ", all blocks cached"
            : missMillis == 0
                ? ", misses from the page cache"
                : ", misses of %d ms".formatted(missMillis));
  }

  /** Returns the name of a figure of a cache with a compression algorithm. */
  public String figure(String algorithm, String what) {
    return "compressed." + name() + "." + algorithm.replace(' ', '-') + "." + what;
  }
}
