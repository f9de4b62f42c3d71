package io.strata.readpath.l2;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.hfile.HFileInfo;
import org.jspecify.annotations.Nullable;

/**
 * HBase's judgement of hot and cold data, from version 2.6 on: cold data is not cached, and what is
 * cached of files that have turned cold goes first. Never asked on a hit. Thread-safe.
 *
 * <p>The manager is reached by method handles, since HBase 2.5 has no such class.
 */
public final class DataTiering {
  private static final String MANAGER = "org.apache.hadoop.hbase.regionserver.DataTieringManager";
  private static final @Nullable DataTiering PRESENT = find();

  private final MethodHandle instance;
  private final MethodHandle isHotFile;
  private final MethodHandle isHotBlock;
  private final MethodHandle coldFiles;

  private DataTiering(MethodHandles.Lookup lookup, Class<?> manager)
      throws ReflectiveOperationException {
    instance = lookup.findStatic(manager, "getInstance", MethodType.methodType(manager));
    isHotFile =
        lookup.findVirtual(
            manager,
            "isHotData",
            MethodType.methodType(boolean.class, HFileInfo.class, Configuration.class));
    isHotBlock =
        lookup.findVirtual(
            manager,
            "isHotData",
            MethodType.methodType(boolean.class, long.class, Configuration.class));
    coldFiles = lookup.findVirtual(manager, "getColdFilesList", MethodType.methodType(Map.class));
  }

  private static @Nullable DataTiering find() {
    try {
      return new DataTiering(MethodHandles.publicLookup(), Class.forName(MANAGER));
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /** Whether blocks of the file should be cached; empty where HBase does not judge. */
  static Optional<Boolean> isHot(HFileInfo file, Configuration conf) {
    return PRESENT == null ? Optional.empty() : PRESENT.ask(PRESENT.isHotFile, file, conf);
  }

  /** Whether a block with this newest timestamp, in milliseconds, should be cached. */
  static Optional<Boolean> isHot(long maxTimestamp, Configuration conf) {
    return PRESENT == null ? Optional.empty() : PRESENT.ask(PRESENT.isHotBlock, maxTimestamp, conf);
  }

  /** Whether HBase tells hot data from cold at all. */
  public static boolean isOn() {
    return PRESENT != null && PRESENT.manager() != null;
  }

  /**
   * The names of the server's files that are cold now; none where HBase does not judge. It looks at
   * each file of the server.
   */
  public static Set<String> coldFiles() {
    Object manager = PRESENT == null ? null : PRESENT.manager();
    if (PRESENT == null || manager == null) {
      return Set.of();
    }
    try {
      return Set.copyOf(((Map<String, ?>) PRESENT.coldFiles.invoke(manager)).keySet());
    } catch (Throwable e) {
      throw thrown(e);
    }
  }

  private @Nullable Object manager() {
    try {
      return instance.invoke();
    } catch (Throwable e) {
      throw thrown(e);
    }
  }

  private Optional<Boolean> ask(MethodHandle question, Object about, Configuration conf) {
    Object manager = manager();
    if (manager == null) {
      return Optional.empty();
    }
    try {
      return Optional.of((boolean) question.invoke(manager, about, conf));
    } catch (Throwable e) {
      throw thrown(e);
    }
  }

  /** What a method of HBase has thrown, which declares nothing that is checked. */
  private static RuntimeException thrown(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
  }
}
