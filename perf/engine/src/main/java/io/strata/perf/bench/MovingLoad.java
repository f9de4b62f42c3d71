package io.strata.perf.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

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
    /** Neither, as the cache exceeds the machine's memory. */
    SPARSE
  }

  /** The size of the cache. */
  public enum Size {
    MB_384("384 MB", 384, Memory.BLOCKS),
    GB_4("4 GB", 4 << 10, Memory.BLOCKS),
    GB_16("16 GB", 16 << 10, Memory.CACHE),
    GB_100("100 GB, sparse", 100 << 10, Memory.SPARSE);

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
    return Stream.of(all(true), all(false)).flatMap(List::stream).toList();
  }

  /**
   * Returns the loads of blocks with bytes of their own, or the others. A sparse cache has only
   * loads that do not move buckets between size classes: copying a sparse block allocates its
   * pages, which would exceed the memory of a machine of 24 GB.
   *
   * @param withBytes whether to return the loads of blocks with bytes of their own
   */
  public static List<MovingLoad> all(boolean withBytes) {
    List<MovingLoad> all = new ArrayList<>();
    for (Size size : Size.values()) {
      Arrays.stream(Blocks.values())
          .filter(blocks -> (size.memory() == Memory.BLOCKS) == withBytes)
          .filter(blocks -> size.memory() != Memory.SPARSE || blocks == Blocks.SAME)
          .forEach(blocks -> all.add(new MovingLoad(blocks, size)));
    }
    return List.copyOf(all);
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

  /** Returns the caches that support the load: BucketCache cannot copy blocks without bytes. */
  public List<CacheKind> caches() {
    return size.memory() == Memory.BLOCKS
        ? List.of(CacheKind.STRATA, CacheKind.BUCKET_CACHE, CacheKind.LRU, CacheKind.TINY_LFU)
        : List.of(CacheKind.STRATA, CacheKind.LRU, CacheKind.TINY_LFU);
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
