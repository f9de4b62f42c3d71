package io.strata.perf.bench;

/** The blocks of a store whose memory outlives it, all of one size. */
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

  /** Returns the name of a figure for them. */
  public String figure(String name) {
    return "restart." + name() + "." + name;
  }

  /** Returns what they are called in tables. */
  public String title() {
    return "4 GB of blocks of " + (bytes >> 10) + " KB";
  }
}
