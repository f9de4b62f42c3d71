package io.strata.it.features;

import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.features.ModifiedClasses.Method;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Classes that a RegionServer needs from modules of its own version when only those of an older
 * version are available: a folder to put before them on the class path.
 */
final class NewerModules {
  private static final String HBASE = "org/apache/hadoop/hbase/";
  private static final String CLIENT = HBASE + "client/";
  private static final String METRICS = HBASE + "regionserver/Metrics";
  private static final String STRING = "java/lang/String;";
  private static final String CELL = "L" + HBASE + "Cell;";

  private static final String PROTOBUF = HBASE + "shaded/protobuf/generated/";
  private static final String SERVER_LOAD = PROTOBUF + "ClusterStatusProtos$ServerLoad$Builder";
  private static final String REGION_LOAD = PROTOBUF + "ClusterStatusProtos$RegionLoad$Builder";
  private static final String SLOW_LOG = PROTOBUF + "TooSlowLog$SlowLogPayload$Builder";

  private NewerModules() {}

  /** Writes the classes that 2.6.6 needs over 2.6.4, and returns the class path entries. */
  static List<Path> for266(Path folder) throws IOException {
    ModifiedClasses classes = new ModifiedClasses(HBaseDistribution.V2_6_4, folder);
    classes.compile(
        HBASE + "util/FastStringPool",
        """
        public class FastStringPool {
          public String intern(String string) {
            return string.intern();
          }
        }
        """);
    classes.add(new Method(CLIENT + "TableDescriptor", "getDescriptorHash", "()L" + STRING));
    classes.add(
        new Method(HBASE + "filter/Filter", "getHintForRejectedRow", "(" + CELL + ")" + CELL),
        new Method(HBASE + "filter/Filter", "getSkipHint", "(" + CELL + ")" + CELL));
    classes.add(
        setter(SERVER_LOAD, "setCacheFreeSize", "J"),
        setter(SERVER_LOAD, "putRegionColdData", "L" + STRING + "I"));
    classes.add(setter(REGION_LOAD, "setCurrentRegionColdDataRatio", "F"));
    return List.of(folder);
  }

  /**
   * Writes the classes that 3.0.0-beta-1 needs over 3.0.0-alpha-4, and returns the class path
   * entries.
   */
  static List<Path> for300Beta1(Path folder) throws IOException {
    ModifiedClasses classes = new ModifiedClasses(HBaseDistribution.V3_0_0_ALPHA_4, folder);
    classes.compile(
        HBASE + "util/IOExceptionRunnable",
        """
        public interface IOExceptionRunnable {
          void run() throws java.io.IOException;
        }
        """);
    classes.compile(
        HBASE + "util/IOExceptionConsumer",
        """
        public interface IOExceptionConsumer<T> {
          void accept(T value) throws java.io.IOException;
        }
        """);
    // The types of methods that the server looks up by reflection.
    for (String message : List.of("Request", "Response")) {
      String name = "AdminProtos$GetCachedFilesList" + message;
      classes.compile(PROTOBUF + name, "public class " + name + " {}");
    }
    classes.addParameter(
        CLIENT + "AsyncConnectionImpl",
        "Lorg/apache/hadoop/conf/Configuration;L%sConnectionRegistry;L%sLjava/net/SocketAddress;L%s"
            .formatted(CLIENT, STRING, HBASE + "security/User;"),
        "Ljava/util/Map;");
    classes.add(new Method(CLIENT + "TableDescriptor", "getErasureCodingPolicy", "()L" + STRING));
    String source = HBASE + "ipc/MetricsHBaseServerSource";
    classes.add(
        new Method(source, "maxOutboundBytesExceeded", "()V"),
        new Method(source, "unwritableTime", "(J)V"));
    classes.add(
        new Method(METRICS + "HeapMemoryManagerSource", "setCurMemStoreOffHeapSizeGauge", "(J)V"),
        new Method(METRICS + "HeapMemoryManagerSource", "setCurMemStoreOnHeapSizeGauge", "(J)V"));
    classes.add(
        new Method(METRICS + "RegionSource", "updateGet", "()V"),
        new Method(METRICS + "RegionSource", "updateScan", "()V"));
    classes.add(setter(SERVER_LOAD, "putRegionCachedInfo", "L" + STRING + "I"));
    classes.add(
        setter(REGION_LOAD, "setCurrentRegionCachedRatio", "F"),
        setter(REGION_LOAD, "setRegionSizeMB", "I"));
    classes.add(attributes("ConnectionHeader"));
    classes.add(attributes("RequestHeader"));
    classes.add(
        setter(SLOW_LOG, "addAllConnectionAttribute", "Ljava/lang/Iterable;"),
        setter(SLOW_LOG, "addAllRequestAttribute", "Ljava/lang/Iterable;"));
    return List.of(folder);
  }

  private static Method setter(String type, String name, String parameters) {
    return new Method(type, name, "(" + parameters + ")L" + type + ";");
  }

  private static Method attributes(String header) {
    return new Method(PROTOBUF + "RPCProtos$" + header, "getAttributeList", "()Ljava/util/List;");
  }
}
