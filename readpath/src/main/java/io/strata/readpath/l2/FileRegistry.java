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
 * Maps files to their regions and to their sizes, as far as HBase provides them. Which of their
 * blocks are cached is known to the tiers. Thread-safe.
 *
 * <p>Each release line of HBase has another method for the region of a block's key, and 2.5 has
 * none. The methods are looked up once; without one, only prefetched files are known.
 */
final class FileRegistry {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();
  private static final @Nullable MethodHandle REGION_NAME =
      keyMethod("getRegionName", String.class);
  private static final @Nullable MethodHandle FILE_PATH = keyMethod("getFilePath", Path.class);

  /** The number of blocks and the on-disk bytes of a file whose prefetch is complete. */
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
   * Sets the supplier of the server's files, which also covers files of recovered blocks, for which
   * no key was seen.
   *
   * @param next returns the region of each file, by file name
   */
  void askServer(Supplier<Map<String, String>> next) {
    regionsOfServer = next;
  }

  /** Records the region of a block's file, once per file. */
  void noteRegion(BlockCacheKey key) {
    if (!regions.containsKey(key.getHfileName())) {
      String region = regionOf(key);
      if (region != null) {
        regions.put(key.getHfileName(), region);
      }
    }
  }

  /** Stores the region of a file beside its blocks, in memory that outlives the process. */
  void keepRegion(String file) {
    String region = regions.get(file);
    if (region != null) {
      store.note(file, region);
    }
  }

  /**
   * Records that the prefetch of a file is complete.
   *
   * @param blocks number of blocks of all types: HBase counts blocks that a prefetch skips as data
   *     blocks, whatever their type
   */
  void complete(Path file, int blocks, long bytes) {
    String region = regionOf(file);
    if (region != null) {
      regions.put(file.getName(), region);
    }
    completed.put(file.getName(), new Completed(blocks, bytes));
  }

  void remove(String file) {
    regions.remove(file);
    completed.remove(file);
  }

  /**
   * Returns the files whose blocks are all cached: by name, the region and the on-disk bytes.
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

  /** Counts the blocks of each completely prefetched file that are in the first level only. */
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

  /** Returns the cached bytes by region, in on-disk sizes. */
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
   * Returns the files of a region that have cached blocks; none of an unknown region.
   *
   * @param region encoded name of the region
   * @param above the blocks of the first level
   */
  Set<String> filesOf(String region, Iterable<BlockCacheKey> above) {
    if (region.equals(UNKNOWN)) {
      return Set.of();
    }
    Map<String, String> server = regionsOfServer.get();
    Set<String> files = new HashSet<>(cachedNow().keySet());
    files.removeIf(file -> !regionOf(file, server).equals(region));
    for (BlockCacheKey key : above) {
      String file = key.getHfileName();
      String now = server.get(file);
      // Of a file whose blocks are all above, only its keys and the server know the region.
      if (region.equals(now == null ? regionOf(key) : now)) {
        files.add(file);
      }
    }
    return files;
  }

  /** Returns the cached files, and drops the records of all others. */
  private Map<String, CachedFile> cachedNow() {
    Map<String, CachedFile> cached = CachedFile.all(store, disks.level());
    regions.keySet().retainAll(cached.keySet());
    completed.keySet().retainAll(cached.keySet());
    return cached;
  }

  /**
   * Returns the region of a file. The server's present answer comes first, since files move. It is
   * recorded, also for a restart: once the region has moved to another server, no other source
   * knows the region of the blocks that stay cached here.
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

  /** The path of a file is region/family/file. */
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
