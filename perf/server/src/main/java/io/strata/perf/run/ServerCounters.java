package io.strata.perf.run;

/**
 * A RegionServer's counters at one moment. Only differences between two moments of the same process
 * are meaningful.
 *
 * @param dataHits data blocks found in any tier
 * @param dataMisses data blocks looked up and not found
 * @param fileBytes bytes read by system calls: from files and, a little, from sockets
 * @param gcMillis time in GC pauses
 */
record ServerCounters(long dataHits, long dataMisses, long fileBytes, long gcMillis) {
  ServerCounters since(ServerCounters earlier) {
    return new ServerCounters(
        dataHits - earlier.dataHits,
        dataMisses - earlier.dataMisses,
        fileBytes - earlier.fileBytes,
        gcMillis - earlier.gcMillis);
  }

  /** Returns the hit ratio of data blocks, 0 to 1; NaN without a look-up. */
  double hitRatio() {
    return (double) dataHits / (dataHits + dataMisses);
  }
}
