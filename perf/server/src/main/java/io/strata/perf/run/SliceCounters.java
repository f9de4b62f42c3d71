package io.strata.perf.run;

/**
 * The running totals of a RegionServer that are read around each slice.
 *
 * @param dataHits data blocks found in any tier
 * @param dataMisses data blocks looked for in vain
 * @param fileBytes read by system calls, from files and, a little, from sockets
 * @param gcMillis in pauses of the collector
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
