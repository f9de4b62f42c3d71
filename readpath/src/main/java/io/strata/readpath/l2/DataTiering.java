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
 * Access to HBase's data tiering (2.6 and later), which rates data as hot or cold. Cold data is not
 * cached, and blocks of files that have turned cold are evicted first. Hits do not use it.
 * Thread-safe.
 *
 * <p>HBase's manager is called by method handles, since HBase 2.5 has no such class.
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

  /** Returns whether to cache blocks of the file; empty if HBase has no rating. */
  static Optional<Boolean> isHot(HFileInfo file, Configuration conf) {
    return PRESENT == null ? Optional.empty() : PRESENT.ask(PRESENT.isHotFile, file, conf);
  }

  /** Returns whether to cache a block with this newest timestamp in ms; empty without a rating. */
  static Optional<Boolean> isHot(long maxTimestamp, Configuration conf) {
    return PRESENT == null ? Optional.empty() : PRESENT.ask(PRESENT.isHotBlock, maxTimestamp, conf);
  }

  /** Returns whether HBase's data tiering is on. */
  public static boolean isOn() {
    return PRESENT != null && PRESENT.manager() != null;
  }

  /**
   * Returns the names of the server's files that are cold; none without data tiering. HBase scans
   * all files of the server.
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

  /** Returns an unchecked form of an exception of HBase's methods, which declare none. */
  private static RuntimeException thrown(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
  }
}
