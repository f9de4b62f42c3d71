package io.strata.it.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings of a RegionServer. Immutable.
 *
 * @param site lines of {@code hbase-site.xml}
 * @param classPath jars before HBase's own
 * @param heap as in {@code -Xmx}, such as {@code 2g}
 * @param directMemory as in {@code -XX:MaxDirectMemorySize}
 * @param jvmArgs additional JVM options
 */
public record RegionServerSetup(
    Map<String, String> site,
    List<Path> classPath,
    String heap,
    String directMemory,
    List<String> jvmArgs) {

  public RegionServerSetup {
    site = Map.copyOf(site);
    classPath = List.copyOf(classPath);
    jvmArgs = List.copyOf(jvmArgs);
  }

  /** Returns HBase's defaults: an on-heap cache, 1 GB of heap and 1 GB of direct memory. */
  public static RegionServerSetup stock() {
    return new RegionServerSetup(Map.of(), List.of(), "1g", "1g", List.of());
  }

  /** Returns HBase's off-heap {@code BucketCache} of that size. */
  public static RegionServerSetup bucketCache(int megabytes) {
    return stock()
        .withSite("hbase.bucketcache.ioengine", "offheap")
        .withSite("hbase.bucketcache.size", Integer.toString(megabytes));
  }

  /** Returns Strata of that size, from this build's jar. */
  public static RegionServerSetup strata(int megabytes) {
    return bucketCache(megabytes)
        .withSite("hbase.regionserver.impl", "io.strata.readpath.StrataRegionServer")
        .withClassPath(BuildTree.dropInJar());
  }

  /** Returns a copy with a line of {@code hbase-site.xml} added or changed. */
  public RegionServerSetup withSite(String key, String value) {
    return withSite(Map.of(key, value));
  }

  /** Returns a copy with lines of {@code hbase-site.xml} added or changed. */
  public RegionServerSetup withSite(Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(site);
    all.putAll(more);
    return new RegionServerSetup(all, classPath, heap, directMemory, jvmArgs);
  }

  /** Returns a copy with another jar before HBase's own. */
  public RegionServerSetup withClassPath(Path jar) {
    return new RegionServerSetup(site, append(classPath, jar), heap, directMemory, jvmArgs);
  }

  /** Returns a copy without jars before HBase's own. */
  public RegionServerSetup withoutClassPath() {
    return new RegionServerSetup(site, List.of(), heap, directMemory, jvmArgs);
  }

  public RegionServerSetup withHeap(String size) {
    return new RegionServerSetup(site, classPath, size, directMemory, jvmArgs);
  }

  public RegionServerSetup withDirectMemory(String size) {
    return new RegionServerSetup(site, classPath, heap, size, jvmArgs);
  }

  /** Returns a copy with additional JVM options. */
  public RegionServerSetup withJvmArgs(String... more) {
    List<String> all = new ArrayList<>(jvmArgs);
    all.addAll(List.of(more));
    return new RegionServerSetup(site, classPath, heap, directMemory, all);
  }

  private static <T> List<T> append(List<T> list, T element) {
    List<T> all = new ArrayList<>(list);
    all.add(element);
    return all;
  }
}
