package io.strata.perf.data;

import java.util.List;
import java.util.Map;

/**
 * What a reader must know of a run: what was compared, on which machine, with which settings.
 *
 * @param command how it was called
 * @param begin when, in ISO 8601
 * @param rounds how often each deploy was measured
 * @param machine name and value, such as cores, memory, operating system
 * @param versions name and version, such as JDK, HBase, Strata
 * @param deploys in the order of the charts
 * @param studies in the order of the report
 * @param notes sentences on what could not be measured, and why
 */
public record RunFacts(
    String command,
    String begin,
    int rounds,
    Map<String, String> machine,
    Map<String, String> versions,
    List<Deploy> deploys,
    List<Study> studies,
    List<String> notes) {

  /**
   * A cache with the memory that it was given.
   *
   * @param name as in {@link SampleKey#deploy()}
   * @param title as in the charts
   * @param heapMegabytes of the RegionServer
   * @param besideHeapMegabytes of the cache, in memory or in a file; 0 where it is on the heap
   * @param settings lines of {@code hbase-site.xml}
   */
  public record Deploy(
      String name,
      String title,
      int heapMegabytes,
      int besideHeapMegabytes,
      Map<String, String> settings) {}

  /**
   * A part of the comparison.
   *
   * @param name as in {@link SampleKey#study()}
   * @param description what it does, in sentences
   * @param loads in the order of the report
   */
  public record Study(String name, String title, String description, List<Load> loads) {}

  /**
   * What a client did.
   *
   * @param name as in {@link SampleKey#load()}
   * @param description what it does, in sentences
   */
  public record Load(String name, String title, String description) {}
}
