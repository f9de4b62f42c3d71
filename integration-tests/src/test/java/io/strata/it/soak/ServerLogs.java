package io.strata.it.soak;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds entries that must not occur in the RegionServers' logs during the soak: warnings of Strata,
 * and calls that failed for reasons that HBase does not expect, which a client's retry would hide.
 * Leaks are checked at the end ({@code RegionServerLog}).
 */
final class ServerLogs {
  private static final Pattern COMPLAINT =
      Pattern.compile(
          "^\\S+ (WARN|ERROR|FATAL) +\\[.*?\\] (readpath|config|l1|l2)\\."
              + "|Unexpected throwable object|IllegalReferenceCount"
              + "|HBase checksum verification failed|OutOfMemoryError");

  private ServerLogs() {}

  static List<String> complaints(HBaseCluster cluster) throws IOException {
    List<String> complaints = new ArrayList<>();
    for (HBaseProcess server : cluster.regionServers()) {
      try (Stream<String> lines = Files.lines(server.logFile())) {
        lines.filter(line -> COMPLAINT.matcher(line).find()).forEach(complaints::add);
      }
    }
    return complaints;
  }
}
