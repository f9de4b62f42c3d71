package io.strata.perf.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A load that moves from one table to another, in a cache of some size.
 *
 * @param blocks what blocks the two tables have
 * @param size of the cache
 */
public record MovingLoad(Blocks blocks, Size size) {
  /** Blocks of the two tables. */
  public enum Blocks {
    SAME("64 KB → 64 KB", SizeMix.KB64_SMALL_CELLS, SizeMix.KB64_SMALL_CELLS),
    TO_8("64 KB → 8 KB", SizeMix.KB64_SMALL_CELLS, SizeMix.KB8),
    FROM_8("8 KB → 64 KB", SizeMix.KB8, SizeMix.KB64_SMALL_CELLS),
    TO_24("64 KB → 24 KB", SizeMix.KB64_SMALL_CELLS, SizeMix.KB24_SMALL_CELLS),
    TO_128("64 KB → 128 KB", SizeMix.KB64_SMALL_CELLS, SizeMix.KB128_SMALL_CELLS),
    TO_ANY("64 KB → 4–128 KB", SizeMix.KB64_SMALL_CELLS, SizeMix.ANY);

    private final String title;
    private final SizeMix from;
    private final SizeMix to;

    Blocks(String title, SizeMix from, SizeMix to) {
      this.title = title;
      this.from = from;
      this.to = to;
    }

    /** What it is called in tables. */
    public String title() {
      return title;
    }

    SizeMix from() {
      return from;
    }

    SizeMix to() {
      return to;
    }
  }

  /** How large the cache is. */
  public enum Size {
    MB_384("384 MB", 384, false),
    GB_4("4 GB", 4 << 10, false),
    GB_16("16 GB, sparse", 16 << 10, true),
    GB_100("100 GB, sparse", 100 << 10, true);

    private final String title;
    private final int megabytes;
    private final boolean isSparse;

    Size(String title, int megabytes, boolean isSparse) {
      this.title = title;
      this.megabytes = megabytes;
      this.isSparse = isSparse;
    }

    /** What it is called in tables. */
    public String title() {
      return title;
    }

    long bytes() {
      return (long) megabytes << 20;
    }

    /** Whether blocks have no bytes of their own, for the machine has not so much memory. */
    boolean isSparse() {
      return isSparse;
    }
  }

  /** All that are measured. */
  public static List<MovingLoad> all() {
    return Stream.of(all(false), all(true)).flatMap(List::stream).toList();
  }

  /**
   * Those of sizes that the machine has, or does not have. In the largest cache, buckets that
   * change hands would take more memory than a machine of 24 GB has: to copy a block without bytes,
   * the system makes its pages.
   *
   * @param sparse which ones
   */
  public static List<MovingLoad> all(boolean sparse) {
    List<MovingLoad> all = new ArrayList<>();
    for (Size size : Size.values()) {
      Arrays.stream(Blocks.values())
          .filter(blocks -> size.isSparse() == sparse)
          .filter(blocks -> size != Size.GB_100 || blocks == Blocks.SAME)
          .forEach(blocks -> all.add(new MovingLoad(blocks, size)));
    }
    return List.copyOf(all);
  }

  /** The load of a {@link #name}. */
  static MovingLoad of(String name) {
    return all().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  /** By which it is asked for. */
  public String name() {
    return size + "." + blocks;
  }

  /** What it is called in tables. */
  public String title() {
    return blocks.title() + ", " + size.title();
  }

  /** The caches that it can be measured for: blocks without bytes cannot be copied. */
  public List<CacheKind> caches() {
    return size.isSparse()
        ? List.of(CacheKind.STRATA, CacheKind.LRU, CacheKind.TINY_LFU)
        : List.of(CacheKind.STRATA, CacheKind.BUCKET_CACHE, CacheKind.LRU, CacheKind.TINY_LFU);
  }

  /** The name of a figure. */
  public String figure(String what) {
    return "moving." + name() + "." + what;
  }

  /** The name of the hit ratio in a tenth of a round of reads of the second table, from 0. */
  public String hits(int tenth) {
    return figure("hits" + tenth);
  }
}
