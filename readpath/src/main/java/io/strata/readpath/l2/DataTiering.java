package io.strata.readpath.l2;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.hfile.HFileInfo;
import org.jspecify.annotations.Nullable;

/**
 * HBase's judgement of hot and cold data, from version 2.6 on: cold data is not cached. Asked only
 * after a miss. Thread-safe.
 *
 * <p>The manager is reached by method handles, since HBase 2.5 has no such class.
 */
final class DataTiering {
  private static final String MANAGER = "org.apache.hadoop.hbase.regionserver.DataTieringManager";
  private static final @Nullable DataTiering PRESENT = find();

  private final MethodHandle instance;
  private final MethodHandle isHotFile;
  private final MethodHandle isHotBlock;

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

  private Optional<Boolean> ask(MethodHandle question, Object about, Configuration conf) {
    try {
      Object manager = instance.invoke();
      return manager == null
          ? Optional.empty()
          : Optional.of((boolean) question.invoke(manager, about, conf));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
