package io.strata.perf.run;

/**
 * The counters of a RegionServer that are read before and after each slice.
 *
 * @param dataHits data blocks found in any tier
 * @param dataMisses data blocks looked up and not found
 * @param fileBytes bytes read by system calls: from files and, a little, from sockets
 * @param gcMillis time in GC pauses
 */
record SliceCounters(long dataHits, long dataMisses, long fileBytes, long gcMillis) {
  SliceCounters since(SliceCounters earlier) {
    return new SliceCounters(
        dataHits - earlier.dataHits,
        dataMisses - earlier.dataMisses,
        fileBytes - earlier.fileBytes,
        gcMillis - earlier.gcMillis);
  }
}
