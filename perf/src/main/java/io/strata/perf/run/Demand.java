package io.strata.perf.run;

/** What a plan takes of the machine. */
record Demand(Plan plan) {
  private static final long ZOOKEEPER_HEAP = 256;
  private static final long MASTER_HEAP = 512;

  /** The heap of this process and that of YCSB's client. */
  private static final long CLIENT_HEAPS = 2_048 + 512;

  /** A JVM's own memory, beside heap and direct buffers: code, classes, stacks, the collector's. */
  private static final double OVERHEAD = 1.15;

  /** Logs, and what HBase writes besides the tables. */
  private static final long OTHER_FILES = 1_024;

  /** YCSB's table is flushed, compacted, and kept as a snapshot while it changes. */
  private static final int COPIES = 3;

  long memoryBytes() {
    Memory memory = plan.memory();
    long server = (long) memory.total() + memory.directMegabytesWithoutCache();
    double processes = (server + ZOOKEEPER_HEAP + MASTER_HEAP + CLIENT_HEAPS) * OVERHEAD;
    return (long) (processes * Memory.MEGABYTE) + osCacheBytes();
  }

  /** What the operating system must be able to cache for the loading that says so. */
  private long osCacheBytes() {
    return plan.studies().stream().anyMatch(LoadingsStudy.class::isInstance)
        ? Loading.MANY_MISSES.bytes(plan.memory())
        : 0;
  }

  private long tableBytes(Study study) {
    return plan.tables(study).values().stream().mapToLong(Long::longValue).sum();
  }

  long diskBytes() {
    long tables =
        plan.studies().stream()
            .mapToLong(study -> (study instanceof YcsbStudy ? COPIES : 1) * tableBytes(study))
            .sum();
    return tables + plan.memory().cacheBytes() + OTHER_FILES * Memory.MEGABYTE;
  }
}
