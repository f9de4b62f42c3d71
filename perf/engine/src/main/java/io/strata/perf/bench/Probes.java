package io.strata.perf.bench;

import io.strata.perf.common.DataSet;
import java.util.Arrays;
import java.util.List;

/** The probes, and what memory their processes take. */
public enum Probes {
  LATENCY(2_000, 3_500),
  INSERT(2_000, 3_500),
  HEAP(2_000, 7_000),
  FIT(2_000, 2_500),
  STOP(2_500, 7_000),
  CLOSE(2_000, 3_000),
  LARGE(2_000, 2_500),
  MOVING(4_000, 5_500),
  /** Sparse caches take their pages besides. */
  SPARSE(4_000, 1_000),
  /** Its memory is a file's besides. */
  RESTART(1_000, 5_000),
  /** Likewise. */
  KEPT(1_000, 3_000),
  COMPRESSED(2_000, 1_500),
  COMPRESSED_DISKS(1_000, 1_000);

  private final int heapMegabytes;
  private final int directMegabytes;

  Probes(int heapMegabytes, int directMegabytes) {
    this.heapMegabytes = heapMegabytes;
    this.directMegabytes = directMegabytes;
  }

  /**
   * The probe, ready to measure.
   *
   * @param part which part of it; only one that has {@link #parts} cares
   */
  Probe make(String part) {
    return switch (this) {
      case LATENCY -> new LatencyProbe();
      case INSERT -> new InsertProbe();
      case HEAP -> new HeapProbe();
      case FIT -> new FitProbe(FitCase.valueOf(part));
      case STOP -> new StopProbe();
      case CLOSE -> new CloseProbe();
      case LARGE -> new LargeProbe();
      case MOVING, SPARSE -> new MovingProbe(MovingLoad.of(part));
      case RESTART -> new RestartProbe(RestartBlocks.valueOf(part));
      case KEPT -> new KeptProbe();
      case COMPRESSED -> new CompressedProbe(CompressedCase.of(part));
      case COMPRESSED_DISKS -> new CompressedDisksProbe(DataSet.valueOf(part));
    };
  }

  /** The parts that need processes of their own; one when it has none. */
  public List<String> parts() {
    return switch (this) {
      case FIT -> Arrays.stream(FitCase.values()).map(FitCase::name).toList();
      case MOVING -> MovingLoad.all(false).stream().map(MovingLoad::name).toList();
      case SPARSE -> MovingLoad.all(true).stream().map(MovingLoad::name).toList();
      case RESTART -> Arrays.stream(RestartBlocks.values()).map(RestartBlocks::name).toList();
      case COMPRESSED_DISKS -> Arrays.stream(DataSet.values()).map(DataSet::name).toList();
      case COMPRESSED -> CompressedCase.all().stream().map(CompressedCase::name).toList();
      default -> List.of("all");
    };
  }

  /** The caches that a part can be measured for. */
  public List<CacheKind> caches(String part) {
    return switch (this) {
      case MOVING, SPARSE -> MovingLoad.of(part).caches();
      case RESTART, KEPT, COMPRESSED, COMPRESSED_DISKS -> List.of(CacheKind.STRATA);
      default -> List.of(CacheKind.STRATA, CacheKind.BUCKET_CACHE);
    };
  }

  /** The heap that the process is given. */
  public int heapMegabytes() {
    return heapMegabytes;
  }

  /** The direct memory that the process may take. */
  public int directMegabytes() {
    return directMegabytes;
  }
}
