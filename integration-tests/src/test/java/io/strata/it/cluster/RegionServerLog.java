package io.strata.it.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What the RegionServers' logs must not hold, whatever was done to it. */
public final class RegionServerLog {
  private static final Pattern START_OF_ENTRY = Pattern.compile("^\\d{4}-\\d\\d-\\d\\dT");
  private static final Pattern COMPLAINT =
      Pattern.compile(
          "LEAK:|IllegalReferenceCount|OutOfMemoryError|HBase checksum verification failed"
              + "|ClassCastException|AbstractMethodError|NoSuch(Method|Field)Error"
              + "|(?m)^\\S+ (ERROR|FATAL) .*strata");

  /**
   * HBase's own: a half of a split file does not give back the block to which it seeks when it is
   * closed (HBASE-28893), nor, when a scan seeks out of it at its end, the one that it reads anew
   * though the scan is there. It is never lent a slot for that. Nor is the memstore closed of a
   * store that fails to open, as one does that is warmed up, before its region moves, while a
   * compaction takes its files away.
   */
  private static final Pattern KNOWN_LEAK =
      Pattern.compile(
          "HalfStoreFileReader\\.close\\(|seekBefore\\(.*\\s+\\S*HalfStoreFileReader\\$1\\.(re)?seekTo\\("
              + "|RefCnt\\.create\\(.*\\s+\\S*MemStoreLABImpl\\.<init>");

  private static final String OF_A_SLOT = ".SlotPin.";

  private RegionServerLog() {}

  /**
   * The entries that tell of a leaked or a freed block, of damage, or of an error of Strata. A leak
   * shows once the garbage collector has found it, so this method calls it in those that run.
   */
  public static List<String> complaints(HBaseCluster cluster) throws IOException {
    List<String> complaints = new ArrayList<>();
    for (HBaseProcess server : cluster.regionServers()) {
      if (server.isAlive()) {
        collectGarbage(server);
      }
      entries(server.logFile()).stream()
          .filter(entry -> COMPLAINT.matcher(entry).find())
          .filter(entry -> !KNOWN_LEAK.matcher(entry).find() || entry.contains(OF_A_SLOT))
          .forEach(complaints::add);
    }
    return complaints;
  }

  /** The log's entries, each with the stack trace or the other lines that follow its first. */
  private static List<String> entries(Path file) throws IOException {
    List<String> entries = new ArrayList<>();
    StringBuilder entry = new StringBuilder();
    for (String line : Files.readAllLines(file)) {
      if (START_OF_ENTRY.matcher(line).find()) {
        entries.add(entry.toString());
        entry.setLength(0);
      }
      entry.append(line).append('\n');
    }
    entries.add(entry.toString());
    return entries;
  }

  private static void collectGarbage(HBaseProcess process) {
    try (ProcessMetrics metrics = ProcessMetrics.of(process)) {
      metrics.collectGarbage();
    }
  }
}
