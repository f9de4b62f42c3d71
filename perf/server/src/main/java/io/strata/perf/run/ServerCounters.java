package io.strata.perf.run;

import java.util.HashMap;
import java.util.Map;

/**
 * The running totals of a RegionServer at one moment. Only differences between two moments of the
 * same process mean anything, but for what the cache holds.
 *
 * @param cpuNanos CPU time of the server
 * @param clientCpuNanos CPU time of this process
 * @param allocated bytes allocated by each live thread of the server, by the thread's id
 * @param dataHits data blocks found in any tier
 * @param dataMisses data blocks looked for in vain
 * @param evictions blocks evicted
 * @param cachedBytes bytes of the blocks in the cache now
 * @param fileBytes read by system calls, from files and, a little, from sockets
 * @param diskBytes of these, fetched from a device
 */
record ServerCounters(
    long cpuNanos,
    long clientCpuNanos,
    Map<Long, Long> allocated,
    long dataHits,
    long dataMisses,
    long evictions,
    long cachedBytes,
    long fileBytes,
    long diskBytes) {

  /**
   * What happened since {@code earlier}. A thread that ended in between takes what it allocated
   * with it; one that began counts whole.
   */
  ServerCounters since(ServerCounters earlier) {
    Map<Long, Long> during = new HashMap<>();
    allocated.forEach(
        (thread, bytes) -> during.put(thread, bytes - earlier.allocated.getOrDefault(thread, 0L)));
    return new ServerCounters(
        cpuNanos - earlier.cpuNanos,
        clientCpuNanos - earlier.clientCpuNanos,
        Map.copyOf(during),
        dataHits - earlier.dataHits,
        dataMisses - earlier.dataMisses,
        evictions - earlier.evictions,
        cachedBytes,
        fileBytes - earlier.fileBytes,
        diskBytes - earlier.diskBytes);
  }

  /** Bytes allocated by all threads together. */
  long allocatedBytes() {
    return allocated.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Share of the data blocks that were found, NaN if none was looked for. */
  double hitRatio() {
    long asked = dataHits + dataMisses;
    return asked == 0 ? Double.NaN : (double) dataHits / asked;
  }
}
