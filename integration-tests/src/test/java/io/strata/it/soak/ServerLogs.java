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
 * What the RegionServers' logs may not say while the soak runs: a warning of Strata, or a call that
 * failed for a reason that HBase does not foresee, which a client's next attempt would hide. Leaks
 * show at the end ({@code RegionServerLog}).
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
