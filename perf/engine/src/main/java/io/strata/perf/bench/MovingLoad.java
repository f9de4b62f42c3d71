package io.strata.perf.bench;

import java.util.Arrays;
import java.util.List;

/**
 * A load that moves from one table to another, on a cache of a given size.
 *
 * @param blocks the block sizes of the two tables
 * @param size the size of the cache
 */
public record MovingLoad(Blocks blocks, Size size) {
  /** The block sizes of the two tables. */
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

    /** Returns the name shown in tables. */
    public String title() {
      return title;
    }

    /** Returns the name of a figure of the background thread's steps. */
    public String background(String what) {
      return "background." + name() + "." + what;
    }

    SizeMix from() {
      return from;
    }

    SizeMix to() {
      return to;
    }
  }

  /** What blocks and cache have of the machine's memory. */
  enum Memory {
    /** Blocks have bytes of their own. */
    BLOCKS,
    /**
     * Blocks have no bytes of their own. The cache has memory, so that compaction copies as fast as
     * in production.
     */
    CACHE,
    /**
     * Neither: only the headers of the cache have memory of their own, as the cache exceeds the
     * machine's memory.
     */
    HEADERS
  }

  /** The size of the cache. */
  public enum Size {
    MB_384("384 MB", 384, Memory.BLOCKS),
    GB_4("4 GB", 4 << 10, Memory.BLOCKS),
    GB_16("16 GB", 16 << 10, Memory.CACHE),
    GB_100("100 GB", 100 << 10, Memory.HEADERS);

    private final String title;
    private final int megabytes;
    private final Memory memory;

    Size(String title, int megabytes, Memory memory) {
      this.title = title;
      this.megabytes = megabytes;
      this.memory = memory;
    }

    /** Returns the name shown in tables. */
    public String title() {
      return title;
    }

    long bytes() {
      return (long) megabytes << 20;
    }

    Memory memory() {
      return memory;
    }
  }

  /** Returns all measured loads. */
  public static List<MovingLoad> all() {
    return all(Size.values());
  }

  /** Returns the measured loads on caches of these sizes. */
  public static List<MovingLoad> all(Size... sizes) {
    return Arrays.stream(sizes)
        .flatMap(size -> Arrays.stream(Blocks.values()).map(blocks -> new MovingLoad(blocks, size)))
        .toList();
  }

  /** Returns the load with a {@link #name}. */
  static MovingLoad of(String name) {
    return all().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  /** Returns the unique name of the load. */
  public String name() {
    return size + "." + blocks;
  }

  /** Returns the name shown in tables. */
  public String title() {
    return blocks.title() + ", " + size.title();
  }

  /**
   * Returns the caches that support the load: BucketCache cannot copy blocks without bytes. At 100
   * GB, where a load takes ten minutes, these are only Strata and the cache that the target names.
   */
  public List<CacheKind> caches() {
    return switch (size.memory()) {
      case BLOCKS ->
          List.of(CacheKind.STRATA, CacheKind.BUCKET_CACHE, CacheKind.LRU, CacheKind.TINY_LFU);
      case CACHE -> List.of(CacheKind.STRATA, CacheKind.LRU, CacheKind.TINY_LFU);
      case HEADERS -> List.of(CacheKind.STRATA, CacheKind.LRU);
    };
  }

  /** Returns the name of a figure. */
  public String figure(String what) {
    return "moving." + name() + "." + what;
  }

  /** Returns the name of the hit ratio in a tenth of a pass over the second table, from 0. */
  public String hits(int tenth) {
    return figure("hits" + tenth);
  }
}
