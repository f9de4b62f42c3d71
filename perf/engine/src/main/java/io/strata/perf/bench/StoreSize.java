package io.strata.perf.bench;

/** The sizes of the stores that {@link SizesProbe} measures. */
public enum StoreSize {
  GB_4("4 GB", 4),
  GB_100("100 GB", 100),
  TB_1("1 TB", 1 << 10);

  private final String title;
  private final long gigabytes;

  StoreSize(String title, long gigabytes) {
    this.title = title;
    this.gigabytes = gigabytes;
  }

  long bytes() {
    return gigabytes << 30;
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
