package io.strata.readpath.config;

import io.strata.l2.memory.KeptMemory;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks the files of memory that outlives the process, without changing them. */
final class MemoryFileCheck {
  private static final SettingKey<?> KEY = StrataKeys.OFFHEAP_PATH;

  private final SettingReader reader;

  MemoryFileCheck(SettingReader reader) {
    this.reader = reader;
  }

  /**
   * Rejects files that cannot be created, that other users may access, that are not in memory, or
   * for which free space is lacking.
   *
   * @param total bytes of all files together, each an equal part
   * @throws InvalidSettingException naming the key
   */
  void require(List<Path> paths, long total) {
    FileCheck writable = new FileCheck(reader);
    try {
      List<MemoryFile> files = new ArrayList<>();
      for (Path path : paths) {
        // First: a link, or another user's file, may not be writable either.
        requirePrivate(path);
        writable.requireWritable(KEY, path);
        files.add(requireInMemory(MemoryFile.of(path)));
      }
      requireFreeSpace(files, total / files.size());
    } catch (IOException e) {
      throw reader.reject(
          KEY,
          "cannot be examined (%s)".formatted(InvalidSettingException.line(e)),
          "let HBase's user read it, or name another file");
    }
  }

  private void requirePrivate(Path path) throws IOException {
    KeptMemory.Fault fault = KeptMemory.fault(path).orElse(null);
    if (fault != null) {
      throw reader.reject(KEY, fault.problem(), fault.fix());
    }
  }

  /** Rejects a file on a disk: a crash of the machine could leave headers without their blocks. */
  private MemoryFile requireInMemory(MemoryFile file) {
    if (!file.isInMemory()) {
      throw reader.reject(
          KEY,
          "%s is on %s, not in memory, and could hold wrong blocks after a crash of the machine"
              .formatted(file.path(), file.store().type()),
          "name a file on tmpfs, such as /dev/shm/strata, or on hugetlbfs");
    }
    return file;
  }

  private void requireFreeSpace(List<MemoryFile> files, long each) {
    Map<FileStore, Long> sums = new HashMap<>();
    for (MemoryFile file : files) {
      long wanted = Math.max(0, each - file.takenBytes());
      long sum = sums.merge(file.store(), wanted, Long::sum);
      if (sum > file.freeBytes()) {
        throw reader.reject(
            OffHeapKeys.SIZE,
            "%s lacks %s of free space"
                .formatted(file.store(), DirectMemory.shown(sum - file.freeBytes())),
            "lower it, free that much, or enlarge the file system (mount -o remount,size=…)");
      }
    }
  }
}
