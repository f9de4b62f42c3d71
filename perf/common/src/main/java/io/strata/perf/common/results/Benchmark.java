package io.strata.perf.common.results;

import java.util.List;

/** The benchmarks whose pages are published, in the order of the index. */
@SuppressWarnings("ImmutableEnumChecker") // The list is immutable.
enum Benchmark {
  COMPARE(
      "COMPARE.md",
      "RegionServers with different caches, in pairs",
      "servers-strata-compare",
      """
      Two RegionServers with different caches and equal memory run at once, each with equal tables. Load alternates between them in short
      slices; a ratio is taken within each pair of slices, with a bootstrap interval of 95 %. The control has the same cache on
      both servers. Client and servers share the machine. The table is of the rows a second.
      """,
      "Rows a second",
      "All hits: gets",
      "All hits: multi-gets of 100",
      "All hits: scans of 1000 rows",
      "Misses into the page cache: gets"),
  PAIRED(
      "PAIRED.md",
      "two RegionServers, loaded alternately",
      "pairs-strata-bench-paired",
      """
      Two RegionServers with different caches run at once, each with a table of equal contents. Load alternates between them in short
      slices; a ratio is taken within each pair of slices, with a bootstrap interval of 95 %. The control has the same cache on
      both servers.
      """,
      "",
      "rows a second"),
  RESTART(
      "RESTART.md",
      "a restarted RegionServer",
      "restart-strata-bench-restart",
      """
      All blocks of a table are cached and read by single gets at a fixed rate. The RegionServer is stopped gracefully and started again,
      and its hit ratio is taken from its own counters. Pages of the table's files are dropped, so that a miss reads the disk.
      """,
      "Both caches",
      "hit ratio, first 10 s",
      "read from files, first 10 s"),
  OBJECT_STORE(
      "OBJECT-STORE.md",
      "requests to an object store below HBase",
      "object-store-strata-bench-object-store",
      """
      HBase's files are in a local S3 server, which counts the requests of the RegionServer. The same rows are read with an empty cache,
      again, and after a graceful restart.
      """,
      "Targets",
      "reads from the object store after the restart, Strata to BucketCache off-heap"),
  ENGINE(
      "RESULTS.md",
      "the off-heap tier and HBase's caches, without a server",
      "without-a-server-strata-bench-engine",
      """
      Caches are called through HBase's interface, with HBase's block objects, each in processes of its own. A hit is a new key, the lookup
      with statistics, and the release. The table has medians of the rounds, with their range, and ratios taken within rounds.
      """,
      "",
      "hit, uniform, 2 threads",
      "hit, p99.9, with concurrent inserts",
      "inserts of 64 KB, 2 threads",
      "heap per block, once read"),
  MOVING(
      "MOVING.md",
      "blocks of awkward sizes, and a load that moves to another table",
      "without-a-server-strata-bench-engine",
      """
      The same, for two rows of the benchmark. *Block bytes / configured bytes* is the size of the cached blocks over the capacity. A load
      that moves reads a table of 1.5 times the cache, then one of 0.8 times the cache with other block sizes; a round is as many reads as
      the second table has blocks, and 14 rounds are the maximum.
      """,
      "",
      "block bytes / configured bytes, 64 KB + 0–1.1 KB, 1024 MB",
      "inserts dropped, 64 KB + 0–1.1 KB, 1024 MB",
      "rounds to a hit ratio of 95 %, 64 KB → 24 KB, 4 GB"),
  SIZES(
      "SIZES.md",
      "stores up to 1 TB",
      "without-a-server-strata-bench-engine",
      """
      The off-heap engine over a sparse file, with blocks whose bytes are never written. Index and policy are as large as in production.
      """,
      "",
      "start to the first hit, 1 TB",
      "insert while filling, 1 TB",
      "insert that evicts, 100 GB",
      "full, shrunk by a gigabyte, 1 TB",
      "closed, 1 TB"),
  HIT_RATIO(
      "HIT-RATIO.md",
      "hit ratios of cache policies on traces and on a server",
      "hit-ratios",
      """
      A real engine is filled with the accesses of published and recorded traces, and hits are counted from the first access on, beside
      LRU, Belady's optimum and the policies of Caffeine's simulator. The table is of a server: hot rows are read while a table of ten times
      the cache is scanned, and the share of their reads is counted that read no file.
      """,
      "On a server",
      "strata",
      "bucket",
      "lru"),
  COMPRESSION(
      "COMPRESSION.md",
      "compressed blocks",
      "without-a-server-strata-bench-engine",
      """
      Rows of TPC-H, JSON and time series are read from caches of a quarter of the data, with and without compression, in
      interleaved slices; misses take 2 ms.
      """,
      "Engine",
      "hit ratio gain, lz4, TPC-H lineitem, misses of 2 ms",
      "CPU time per row / without compression, lz4, TPC-H lineitem, misses of 2 ms",
      "rows per second / without compression, lz4, TPC-H lineitem, misses of 2 ms"),
  FLASH(
      "FLASH.md",
      "the flash tier and HBase's engine for files",
      "disks-strata-bench-flash",
      """
      Both engines hold the same blocks in files on the same disk, interleaved in one process. The file is not in the page cache for a read,
      and inserts end when all bytes are on the device. A figure is the ratio to HBase's engine. *The disk alone* is the same work without
      an engine.
      """,
      "",
      "reads, 64 KB, 1 thread",
      "reads, 4 KB, 16 threads",
      "inserts, 64 KB, full",
      "inserts, 4 KB, full"),
  STREAMS(
      "STREAMS.md",
      "the cache of appendable entries and its peers",
      "appendable-entries-strata-bench-stream",
      """
      Pravega's cache, OHC, RocksDB, a `HashMap` and Strata hold the same entries, each in processes of its own. Every engine copies bytes in
      and out. A figure is the ratio to Pravega's cache.
      """,
      "",
      "insert",
      "get",
      "delete"),
  SEGMENTS(
      "SEGMENTS.md",
      "byte buffers and memory segments, on Java 25",
      "byte-buffers-and-memory-segments",
      """
      The engine's accesses to off-heap memory in the two forms that Java has for them, in interleaved slices of one process. A ratio is
      that of memory segments to byte buffers.
      """,
      "",
      "hit, headers of 100 GB",
      "byte buffer of a block",
      "copy of a block of 64 KB"),
  PROFILE(
      "PROFILE.md",
      "where the time goes in missed targets",
      "",
      """
      The benchmark of a missed target is repeated under async-profiler.
      """,
      "");

  private final String page;
  private final String measures;
  private final String anchor;
  private final String method;
  private final String section;
  private final List<String> rows;

  Benchmark(
      String page, String measures, String anchor, String method, String section, String... rows) {
    this.page = page;
    this.measures = measures;
    this.anchor = anchor;
    this.method = method;
    this.section = section;
    this.rows = List.of(rows);
  }

  /** Returns the path of the page within the folder of all results. */
  String page() {
    return page;
  }

  /** Returns what is measured or compared, for tables. */
  String measures() {
    return measures;
  }

  /** Returns the section of docs/BENCHMARKS.md on the method, as an anchor; empty if none. */
  String anchor() {
    return anchor;
  }

  /** Returns the method, in one paragraph of Markdown. */
  String method() {
    return method;
  }

  /** Returns the section of the main results; empty for the whole page. */
  String section() {
    return section;
  }

  /** Returns the first cells of the main results' rows, which are of one table; may be empty. */
  List<String> rows() {
    return rows;
  }
}
