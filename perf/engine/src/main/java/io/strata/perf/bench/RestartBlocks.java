package io.strata.perf.bench;

/** The block sizes of the restart benchmark. */
public enum RestartBlocks {
  KB64(64 << 10),
  KB4(4 << 10);

  private final int bytes;

  RestartBlocks(int bytes) {
    this.bytes = bytes;
  }

  int bytes() {
    return bytes;
  }

  /** Returns the name of a figure for this block size. */
  public String figure(String name) {
    return "restart." + name() + "." + name;
  }

  /** Returns the name shown in tables. */
  public String title() {
    return "4 GB of " + (bytes >> 10) + " KB blocks";
  }
}
