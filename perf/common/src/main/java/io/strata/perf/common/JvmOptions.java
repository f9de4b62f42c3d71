package io.strata.perf.common;

import java.util.ArrayList;
import java.util.List;

/** JVM options of forks that measure with HBase's classes. Stateless. */
public final class JvmOptions {
  /** The options that HBase needs on JDK 17. */
  private static final List<String> HBASE =
      List.of(
          "-Dorg.apache.hbase.thirdparty.io.netty.tryReflectionSetAccessible=true",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
          "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
          "-Dlog4j2.configurationFile=classpath:strata-bench-log4j2.properties");

  private JvmOptions() {}

  /**
   * Returns the options for given heap and direct memory sizes, in MB. The young generation is
   * small, so that all of its pages are touched before measuring begins: the first touch of a page
   * costs more than a hit.
   */
  public static List<String> of(int heapMegabytes, int directMegabytes) {
    List<String> options = new ArrayList<>(HBASE);
    options.add("-Xms" + heapMegabytes + "m");
    options.add("-Xmx" + heapMegabytes + "m");
    options.add("-Xmn256m");
    options.add("-XX:MaxDirectMemorySize=" + directMegabytes + "m");
    return options;
  }
}
