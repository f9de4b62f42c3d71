package io.strata.it.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** What a RegionServer's log must not hold, whatever was done to it. */
public final class RegionServerLog {
  private static final Pattern COMPLAINT =
      Pattern.compile("LEAK|IllegalReferenceCount|OutOfMemoryError|checksum verification failed");
  private static final Pattern OWN_ERROR = Pattern.compile(" (ERROR|FATAL) .*strata.*");

  private RegionServerLog() {}

  /**
   * The lines that tell of a leaked or a freed block, of damage, or of an error of Strata. A leak
   * shows once the garbage collector has found it, so this method calls it.
   */
  public static List<String> complaints(HBaseCluster cluster) throws IOException {
    collectGarbage(cluster.regionServer());
    Predicate<String> complaint = COMPLAINT.asPredicate().or(OWN_ERROR.asPredicate());
    try (var lines = Files.lines(cluster.regionServer().logFile())) {
      return lines.filter(complaint).toList();
    }
  }

  private static void collectGarbage(HBaseProcess process) {
    try (ProcessMetrics metrics = ProcessMetrics.of(process)) {
      metrics.collectGarbage();
    }
  }
}
