package io.strata.perf.run;

import java.util.HashMap;
import java.util.Map;

/**
 * A RegionServer's counters at one moment. Except for {@code cachedBytes}, only differences between
 * two moments of the same process are meaningful.
 *
 * @param cpuNanos CPU time of the server
 * @param clientCpuNanos CPU time of this process
 * @param allocated bytes allocated by each live thread of the server, by thread id
 * @param dataHits data blocks found in any tier
 * @param dataMisses data blocks looked up and not found
 * @param evictions blocks evicted
 * @param cachedBytes bytes of the blocks in the cache now
 * @param fileBytes bytes read by system calls: from files and, a little, from sockets
 * @param diskBytes those of them fetched from a device
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
   * Returns the difference to {@code earlier}. The allocation of threads that ended in between is
   * lost; that of new threads counts completely.
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

  /** Returns the bytes allocated by all threads. */
  long allocatedBytes() {
    return allocated.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the hit ratio of data blocks, 0 to 1; NaN without a look-up. */
  double hitRatio() {
    long asked = dataHits + dataMisses;
    return asked == 0 ? Double.NaN : (double) dataHits / asked;
  }
}
