package io.strata.doctor.size;

/** The kind of load, which determines the division of the heap. */
public enum Load {
  /** Mostly reads: small memstores suffice for writes. */
  READ_HEAVY("read-heavy", 25, 4),
  /** Reads and writes, or unknown: HBase's default share for memstores. */
  MIXED("mixed", 40, 3),
  /** Mostly writes: large memstores are flushed less often, to larger files. */
  WRITE_HEAVY("write-heavy", 50, 2);

  private final String title;
  private final int memstorePercent;
  private final int heapShare;

  Load(String title, int memstorePercent, int heapShare) {
    this.title = title;
    this.memstorePercent = memstorePercent;
    this.heapShare = heapShare;
  }

  /** Returns the memstores' share of the heap, in percent. */
  int memstorePercent() {
    return memstorePercent;
  }

  /** Returns the divisor of the process's memory that gives the heap. */
  int heapShare() {
    return heapShare;
  }

  /** Returns the name of the option's value. */
  @Override
  public String toString() {
    return title;
  }
}
