package io.strata.readpath.config;

import io.strata.l2.memory.KeptMemory;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * A file of memory that outlives the process, and the file system that it is on or would be created
 * on.
 *
 * @param path as {@code strata.offheap.path} names it
 * @param store the file system
 * @param takenBytes memory that the file takes already, whichever process uses it
 * @param freeBytes free space of the file system; {@link Long#MAX_VALUE} if it has no limit
 */
public record MemoryFile(Path path, FileStore store, long takenBytes, long freeBytes) {
  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "hugetlbfs", "ramfs");

  /**
   * Examines a file without changing it.
   *
   * @param path which may be absent, in a folder that exists
   * @throws IOException if the file or folder cannot be read
   */
  public static MemoryFile of(Path path) throws IOException {
    Path there = Files.exists(path) ? path : path.resolveSibling(".");
    FileStore store = Files.getFileStore(there);
    long free = store.getTotalSpace() == 0 ? Long.MAX_VALUE : store.getUsableSpace();
    return new MemoryFile(path, store, KeptMemory.takenBytes(path), free);
  }

  /** Returns whether the file system is in memory. */
  public boolean isInMemory() {
    return IN_MEMORY.contains(store.type());
  }

  /**
   * Returns whether a container's memory limit counts the file: huge pages have a limit of their
   * own.
   */
  public boolean isCountedByContainer() {
    return !store.type().equals("hugetlbfs");
  }
}
