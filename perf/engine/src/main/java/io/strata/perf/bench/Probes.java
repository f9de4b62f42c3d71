package io.strata.perf.bench;

import io.strata.perf.common.DataSet;
import java.util.Arrays;
import java.util.List;

/** The probes, with the memory of their processes in MB: heap and direct memory. */
public enum Probes {
  LATENCY(2_000, 3_500),
  INSERT(2_000, 3_500),
  HEAP(2_000, 7_000),
  FIT(2_000, 2_500),
  STOP(2_500, 7_000),
  BACKGROUND(2_000, 3_500),
  CLOSE(2_000, 3_000),
  LARGE(2_000, 2_500),
  MOVING(4_000, 5_500),
  /** The direct memory stands for the pages of a file. */
  MOVING_16GB(3_000, 17_500),
  /** Likewise; LruBlockCache has up to 13 million blocks on the heap. */
  MOVING_100GB(11_000, 8_500),
  /** Plus the pages of the sparse file. */
  SIZES(3_000, 8_000),
  /** The direct memory stands for the pages of a file. */
  RESTART(1_000, 5_000),
  /** Likewise. */
  KEPT(1_000, 3_000),
  COMPRESSED(2_000, 1_500),
  COMPRESSED_COSTS(2_000, 1_500),
  COMPRESSED_RANDOM(2_000, 1_500),
  COMPRESSED_SMALL(2_000, 1_500),
  COMPRESSED_HITS(1_000, 1_000),
  COMPRESSED_DISKS(1_000, 1_000),
  DICTIONARIES(500, 200);

  private final int heapMegabytes;
  private final int directMegabytes;

  Probes(int heapMegabytes, int directMegabytes) {
    this.heapMegabytes = heapMegabytes;
    this.directMegabytes = directMegabytes;
  }

  /**
   * Creates the probe.
   *
   * @param caseName one of {@link #cases}
   */
  Probe make(String caseName) {
    return switch (this) {
      case LATENCY -> new LatencyProbe();
      case INSERT -> new InsertProbe();
      case HEAP -> new HeapProbe();
      case FIT -> new FitProbe(FitCase.valueOf(caseName));
      case STOP -> new StopProbe();
      case CLOSE -> new CloseProbe();
      case LARGE -> new LargeProbe();
      case BACKGROUND -> new BackgroundProbe(MovingLoad.Blocks.valueOf(caseName));
      case MOVING, MOVING_16GB, MOVING_100GB -> new MovingProbe(MovingLoad.of(caseName));
      case SIZES -> new SizesProbe(StoreSize.valueOf(caseName));
      case RESTART -> new RestartProbe(RestartBlocks.valueOf(caseName));
      case KEPT -> new KeptProbe();
      case COMPRESSED, COMPRESSED_COSTS, COMPRESSED_RANDOM, COMPRESSED_SMALL ->
          new CompressedProbe(CompressedCase.of(caseName));
      case COMPRESSED_HITS -> new PackedHitProbe(CompressedCase.of(caseName));
      case COMPRESSED_DISKS -> new CompressedDisksProbe(DataSet.valueOf(caseName));
      case DICTIONARIES -> new DictionaryProbe(DataSet.valueOf(caseName));
    };
  }

  /** Returns the cases, each of which needs its own process; {@code all} if there is only one. */
  public List<String> cases() {
    return switch (this) {
      case FIT -> Arrays.stream(FitCase.values()).map(FitCase::name).toList();
      case BACKGROUND -> BackgroundProbe.LOADS.stream().map(MovingLoad.Blocks::name).toList();
      case MOVING, MOVING_16GB, MOVING_100GB ->
          MovingLoad.all(sizes()).stream().map(MovingLoad::name).toList();
      case SIZES -> Arrays.stream(StoreSize.values()).map(StoreSize::name).toList();
      case RESTART -> Arrays.stream(RestartBlocks.values()).map(RestartBlocks::name).toList();
      case COMPRESSED_DISKS, DICTIONARIES ->
          Arrays.stream(DataSet.values()).map(DataSet::name).toList();
      case COMPRESSED -> CompressedCase.large().stream().map(CompressedCase::name).toList();
      case COMPRESSED_COSTS -> CompressedCase.costs().stream().map(CompressedCase::name).toList();
      case COMPRESSED_RANDOM -> CompressedCase.random().stream().map(CompressedCase::name).toList();
      case COMPRESSED_HITS -> CompressedCase.hits().stream().map(CompressedCase::name).toList();
      case COMPRESSED_SMALL -> CompressedCase.small().stream().map(CompressedCase::name).toList();
      default -> List.of("all");
    };
  }

  /** Returns the sizes of the caches of a moving load. */
  private MovingLoad.Size[] sizes() {
    return switch (this) {
      case MOVING_16GB -> new MovingLoad.Size[] {MovingLoad.Size.GB_16};
      case MOVING_100GB -> new MovingLoad.Size[] {MovingLoad.Size.GB_100};
      default -> new MovingLoad.Size[] {MovingLoad.Size.MB_384, MovingLoad.Size.GB_4};
    };
  }

  /** Returns the number of mappings that the process needs; 0 if the usual ones are enough. */
  public int mappings() {
    return this == MOVING_100GB ? AliasedMemory.mappings(MovingLoad.Size.GB_100.bytes()) : 0;
  }

  /** Returns the caches that support a case. */
  public List<CacheKind> caches(String caseName) {
    return switch (this) {
      case MOVING, MOVING_16GB, MOVING_100GB -> MovingLoad.of(caseName).caches();
      case BACKGROUND,
          SIZES,
          RESTART,
          KEPT,
          COMPRESSED,
          COMPRESSED_COSTS,
          COMPRESSED_RANDOM,
          COMPRESSED_SMALL,
          COMPRESSED_HITS,
          COMPRESSED_DISKS,
          DICTIONARIES ->
          List.of(CacheKind.STRATA);
      default -> List.of(CacheKind.STRATA, CacheKind.BUCKET_CACHE);
    };
  }

  /** Returns the heap size of the process, in MB. */
  public int heapMegabytes() {
    return heapMegabytes;
  }

  /** Returns the maximum direct memory of the process, in MB. */
  public int directMegabytes() {
    return directMegabytes;
  }
}
