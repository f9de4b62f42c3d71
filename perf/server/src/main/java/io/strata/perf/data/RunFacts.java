package io.strata.perf.data;

import com.google.gson.annotations.SerializedName;
import java.util.List;
import java.util.Map;

/**
 * The facts of a run: what was compared, on which machine, with which settings. The file {@code
 * run.json} calls the configurations {@code deploys}.
 *
 * @param command the command line
 * @param begin start time in ISO 8601
 * @param rounds number of measurements of each configuration
 * @param machine name and value, such as cores, memory, operating system
 * @param versions name and version, such as JDK, HBase, Strata
 * @param configurations in the order of the charts
 * @param studies in the order of the report
 * @param notes sentences on the method, and on what could not be measured and why
 */
public record RunFacts(
    String command,
    String begin,
    int rounds,
    Map<String, String> machine,
    Map<String, String> versions,
    @SerializedName("deploys") List<CacheConfiguration> configurations,
    List<StudyFacts> studies,
    List<String> notes) {

  /**
   * A cache and its memory.
   *
   * @param name as in {@link SampleKey#configuration()}
   * @param title as in the charts
   * @param heapMegabytes heap of the RegionServer
   * @param besideHeapMegabytes size of a cache outside the heap, in memory or in a file; 0 for a
   *     cache on the heap
   * @param settings lines of {@code hbase-site.xml}
   */
  public record CacheConfiguration(
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
  public record StudyFacts(String name, String title, String description, List<LoadFacts> loads) {}

  /**
   * A load that a client sends.
   *
   * @param name as in {@link SampleKey#load()}
   * @param description what it does, in sentences
   */
  public record LoadFacts(String name, String title, String description) {}
}
