package io.strata.it.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Finds entries that must never occur in the RegionServers' logs. */
public final class RegionServerLog {
  private static final Pattern START_OF_ENTRY = Pattern.compile("^\\d{4}-\\d\\d-\\d\\dT");
  private static final Pattern COMPLAINT =
      Pattern.compile(
          "LEAK:|IllegalReferenceCount|OutOfMemoryError|HBase checksum verification failed"
              + "|ClassCastException|AbstractMethodError|NoSuch(Method|Field)Error"
              + "|(?m)^\\S+ (ERROR|FATAL) .*strata");

  /**
   * Leaks of HBase's own. A half-file reference that is closed does not release the block to which
   * it seeks (HBASE-28893). When a scan seeks past its end, it does not release the block that it
   * reads again although the scan has it. Neither block is in a slot of Strata. A store that fails
   * to open does not close its memstore, as when a region is warmed up before a move while a
   * compaction removes its files.
   */
  private static final Pattern KNOWN_LEAK =
      Pattern.compile(
          "HalfStoreFileReader\\.close\\("
              + "|seekBefore\\(.*\\s+\\S*HalfStoreFileReader\\$1\\.(re)?seekTo\\("
              + "|RefCnt\\.create\\(.*\\s+\\S*MemStoreLABImpl\\.<init>");

  private static final String OF_A_SLOT = ".SlotPin.";

  private RegionServerLog() {}

  /**
   * Returns entries about leaked or freed blocks, corruption, or errors of Strata. A leak is logged
   * once the garbage collector finds it, so this method triggers a collection in all running
   * servers.
   */
  public static List<String> complaints(HBaseCluster cluster) throws IOException {
    return complaints(cluster.regionServers());
  }

  /** Returns the same for these processes. */
  public static List<String> complaints(List<HBaseProcess> servers) throws IOException {
    List<String> complaints = new ArrayList<>();
    for (HBaseProcess server : servers) {
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

  /** Returns the log's entries, each with its stack trace or other continuation lines. */
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
