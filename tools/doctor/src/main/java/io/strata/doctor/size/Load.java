package io.strata.doctor.size;

/** What a server mostly does, by which the heap is divided. */
public enum Load {
  /** Reads; what is written can wait in small memstores. */
  READ_HEAVY("read-heavy", 25, 4),
  /** Both, or not known: HBase's own share for memstores. */
  MIXED("mixed", 40, 3),
  /** Writes: large memstores are flushed seldom, into larger files. */
  WRITE_HEAVY("write-heavy", 50, 2);

  private final String title;
  private final int memstorePercent;
  private final int heapShare;

  Load(String title, int memstorePercent, int heapShare) {
    this.title = title;
    this.memstorePercent = memstorePercent;
    this.heapShare = heapShare;
  }

  /** Of the heap, for the memstores. */
  int memstorePercent() {
    return memstorePercent;
  }

  /** The heap is one part in so many of the process's memory. */
  int heapShare() {
    return heapShare;
  }

  /** As it is typed. */
  @Override
  public String toString() {
    return title;
  }
}
