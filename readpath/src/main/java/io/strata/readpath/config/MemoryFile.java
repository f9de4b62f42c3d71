package io.strata.readpath.config;

import io.strata.l2.memory.KeptMemory;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * A file that holds memory which outlives the process, and the file system that it is on, or would
 * be made on.
 *
 * @param path as {@code strata.offheap.path} names it
 * @param store the file system
 * @param takenBytes of memory that the file takes already, whichever process has it
 * @param roomBytes for which the file system has room beside its files; the largest number where it
 *     has no limit of its own
 */
public record MemoryFile(Path path, FileStore store, long takenBytes, long roomBytes) {
  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "hugetlbfs", "ramfs");

  /**
   * Looks at a file without changing it.
   *
   * @param path which may be absent, in a folder that is there
   * @throws IOException when file or folder cannot be read
   */
  public static MemoryFile of(Path path) throws IOException {
    Path there = Files.exists(path) ? path : path.resolveSibling(".");
    FileStore store = Files.getFileStore(there);
    long room = store.getTotalSpace() == 0 ? Long.MAX_VALUE : store.getUsableSpace();
    return new MemoryFile(path, store, KeptMemory.takenBytes(path), room);
  }

  /** Whether the file system is one in memory. */
  public boolean isInMemory() {
    return IN_MEMORY.contains(store.type());
  }

  /**
   * Whether the limit of a container's memory counts the file: huge pages have a limit of their
   * own.
   */
  public boolean isCountedByContainer() {
    return !store.type().equals("hugetlbfs");
  }
}
