package io.strata.perf.bench;

/** The probes, and what memory their processes take. */
public enum Probes {
  LATENCY(2_000, 3_500),
  INSERT(2_000, 3_500),
  HEAP(2_000, 7_000),
  FIT(2_000, 2_500),
  STOP(2_500, 7_000),
  CLOSE(2_000, 3_000),
  LARGE(2_000, 2_500);

  private final int heapMegabytes;
  private final int directMegabytes;

  Probes(int heapMegabytes, int directMegabytes) {
    this.heapMegabytes = heapMegabytes;
    this.directMegabytes = directMegabytes;
  }

  Probe make() {
    return switch (this) {
      case LATENCY -> new LatencyProbe();
      case INSERT -> new InsertProbe();
      case HEAP -> new HeapProbe();
      case FIT -> new FitProbe();
      case STOP -> new StopProbe();
      case CLOSE -> new CloseProbe();
      case LARGE -> new LargeProbe();
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
