package io.strata.perf.bench;

/** The sizes of the stores that {@link SizesProbe} measures. */
public enum StoreSize {
  /** Too small to give up a gigabyte. */
  MB_256("0.25 GB", 256),
  GB_4("4 GB", 4 << 10),
  GB_100("100 GB", 100 << 10),
  TB_1("1 TB", 1 << 20);

  private final String title;
  private final long megabytes;

  StoreSize(String title, long megabytes) {
    this.title = title;
    this.megabytes = megabytes;
  }

  long bytes() {
    return megabytes << 20;
  }

  /** Returns whether the store gives up {@link SizesProbe#STEP} bytes and gets them again. */
  public boolean isResized() {
    return bytes() > SizesProbe.STEP;
  }

  /** Returns the name of a figure at this size. */
  public String figure(String name) {
    return "sizes." + name() + "." + name;
  }

  /** Returns the name shown in tables. */
  public String title() {
    return title;
  }
}
