package io.strata.readpath.l2;

import io.strata.l2.BlockStore;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.util.Pair;
import org.jspecify.annotations.Nullable;

/**
 * Which region a file belongs to, and how large it is, as far as HBase told; what of it is cached,
 * the tiers know. Thread-safe.
 *
 * <p>A block's key names its region by other means in each line of HBase, and by none in 2.5: the
 * methods are looked up once, and where there is none, only prefetched files are known.
 */
final class FileRegistry {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();
  private static final @Nullable MethodHandle REGION_NAME =
      keyMethod("getRegionName", String.class);
  private static final @Nullable MethodHandle FILE_PATH = keyMethod("getFilePath", Path.class);

  /** A file whose prefetch was completed: its blocks, and its bytes on disk. */
  private record Completed(int blocks, long bytes) {}

  private static final String UNKNOWN = "";

  private final BlockStore<?> store;
  private final Disks disks;
  private final ConcurrentHashMap<String, String> regions = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, Completed> completed = new ConcurrentHashMap<>();
  private volatile Supplier<Map<String, String>> regionsOfServer = Map::of;

  FileRegistry(BlockStore<?> store, Disks disks) {
    this.store = store;
    this.disks = disks;
    disks.askForRegions(regions::get);
  }

  /**
   * Has the server asked where its files are: of what a restart found on disks, no key has told.
   *
   * @param next answers with regions by the names of files
   */
  void askServer(Supplier<Map<String, String>> next) {
    regionsOfServer = next;
  }

  /** Remembers the region of a block's file, once for each file. */
  void noteRegion(BlockCacheKey key) {
    if (!regions.containsKey(key.getHfileName())) {
      String region = regionOf(key);
      if (region != null) {
        regions.put(key.getHfileName(), region);
      }
    }
  }

  /** Has the region of a file that has blocks kept with them, where they outlive the process. */
  void keepRegion(String file) {
    String region = regions.get(file);
    if (region != null) {
      store.note(file, region);
    }
  }

  /**
   * Remembers that a prefetch has gone through a file.
   *
   * @param blocks of any type: HBase counts those that a prefetch skips as data blocks, whatever
   *     they are
   */
  void complete(Path file, int blocks, long bytes) {
    String region = regionOf(file);
    if (region != null) {
      regions.put(file.getName(), region);
    }
    completed.put(file.getName(), new Completed(blocks, bytes));
  }

  void forget(String file) {
    regions.remove(file);
    completed.remove(file);
  }

  /**
   * The files of which all blocks are cached now: name to region and bytes on disk.
   *
   * @param above the blocks of the first level
   */
  Map<String, Pair<String, Long>> fullyCached(Iterable<BlockCacheKey> above) {
    Map<String, CachedFile> cached = cachedNow();
    Map<String, Integer> onlyAbove = countOnlyAbove(above);
    Map<String, String> server = regionsOfServer.get();
    Map<String, Pair<String, Long>> full = new HashMap<>();
    completed.forEach(
        (file, whole) -> {
          CachedFile now = cached.get(file);
          if (now != null && now.blocks() + onlyAbove.getOrDefault(file, 0) >= whole.blocks) {
            full.put(file, new Pair<>(regionOf(file, server), whole.bytes));
          }
        });
    return full;
  }

  /** How many blocks of each file with a completed prefetch are in the first level alone. */
  private Map<String, Integer> countOnlyAbove(Iterable<BlockCacheKey> above) {
    Map<String, Integer> counts = new HashMap<>();
    DiskLevel below = disks.level();
    for (BlockCacheKey key : above) {
      String file = key.getHfileName();
      Completed whole = completed.get(file);
      if (whole != null
          && key.getOffset() < whole.bytes
          && !store.contains(file, key.getOffset())
          && !below.contains(file, key.getOffset())) {
        counts.merge(file, 1, Integer::sum);
      }
    }
    return counts;
  }

  /** Bytes cached of each region, as they are in its files. */
  Map<String, Long> bytesByRegion() {
    Map<String, String> server = regionsOfServer.get();
    Map<String, Long> bytes = new HashMap<>();
    cachedNow()
        .forEach(
            (file, cached) -> {
              String region = regionOf(file, server);
              if (!region.equals(UNKNOWN)) {
                bytes.merge(region, cached.bytes(), Long::sum);
              }
            });
    return bytes;
  }

  /**
   * The files of a region of which anything is cached.
   *
   * @param region its encoded name
   * @param above the blocks of the first level
   */
  Set<String> filesOf(String region, Iterable<BlockCacheKey> above) {
    Map<String, String> server = regionsOfServer.get();
    Set<String> files = new HashSet<>();
    above.forEach(key -> files.add(key.getHfileName()));
    files.addAll(cachedNow().keySet());
    files.removeIf(file -> !regionOf(file, server).equals(region));
    return files;
  }

  /** Of files that have nothing any more, nothing is remembered either. */
  private Map<String, CachedFile> cachedNow() {
    Map<String, CachedFile> cached = CachedFile.all(store, disks.level());
    regions.keySet().retainAll(cached.keySet());
    completed.keySet().retainAll(cached.keySet());
    return cached;
  }

  /**
   * A file that moved is where the server has it now. That is remembered, after a restart too: when
   * the region leaves, nobody else can tell what its blocks are of.
   */
  private String regionOf(String file, Map<String, String> server) {
    String region = server.get(file);
    if (region != null) {
      regions.put(file, region);
      store.note(file, region);
      return region;
    }
    String before = regions.get(file);
    if (before == null) {
      before = store.noteOf(file);
    }
    if (before.isEmpty()) {
      before = disks.level().regionOf(file);
    }
    return before == null ? UNKNOWN : before;
  }

  private static @Nullable String regionOf(BlockCacheKey key) {
    try {
      if (REGION_NAME != null) {
        return (String) REGION_NAME.invoke(key);
      }
      Path path = FILE_PATH == null ? null : (Path) FILE_PATH.invoke(key);
      return path == null ? null : regionOf(path);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Files lie below their family, families below their region. */
  private static @Nullable String regionOf(Path file) {
    Path family = file.getParent();
    Path region = family == null ? null : family.getParent();
    return region == null ? null : region.getName();
  }

  private static @Nullable MethodHandle keyMethod(String name, Class<?> type) {
    try {
      return LOOKUP.findVirtual(BlockCacheKey.class, name, MethodType.methodType(type));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      return null;
    }
  }
}
