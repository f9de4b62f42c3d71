package io.strata.readpath.config;

import io.strata.flash.FlashOptions.DeviceSize;
import io.strata.trace.TraceFiles;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks that files can be written and their devices have free space, without changing them. */
final class FileCheck {
  private final SettingReader reader;

  FileCheck(SettingReader reader) {
    this.reader = reader;
  }

  /**
   * Rejects a file that cannot be written or created.
   *
   * @throws InvalidSettingException naming the key
   */
  void requireWritable(SettingKey<?> key, Path file) {
    if (Files.isDirectory(file)) {
      throw reader.reject(key, file + " is a directory", "name a file in it");
    }
    if (Files.exists(file)) {
      if (!Files.isWritable(file)) {
        throw reader.reject(key, file + " is not writable", "give HBase's user write permission");
      }
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw reader.reject(key, folder + " is not a directory", "create it");
    }
    if (!Files.isWritable(folder)) {
      throw reader.reject(key, folder + " is not writable", "give HBase's user write permission");
    }
  }

  /**
   * Rejects a folder that cannot be written to or created.
   *
   * @throws InvalidSettingException naming the key
   */
  void requireWritableFolder(SettingKey<?> key, Path folder) {
    if (!Files.exists(folder)) {
      requireWritable(key, folder);
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw reader.reject(key, folder + " is not a directory", "name a directory");
    }
    if (!Files.isWritable(folder)) {
      throw reader.reject(key, folder + " is not writable", "give HBase's user write permission");
    }
  }

  /**
   * Rejects traces for which the device lacks free space. Traces that are in the folder count as
   * free: they are deleted for newer ones.
   *
   * @throws InvalidSettingException naming the key
   */
  void requireTraceSpace(SettingKey<?> key, Path folder, long total) {
    try {
      long wanted = total;
      Path there = folder;
      if (Files.exists(folder)) {
        for (Path file : TraceFiles.in(folder)) {
          // 0 if it has just been deleted for a newer one.
          wanted -= file.toFile().length();
        }
      } else {
        there = folder.resolveSibling(".");
      }
      FileStore store = Files.getFileStore(there);
      requireFreeSpace(key, store, wanted);
    } catch (IOException e) {
      throw unknownSpace(key, e);
    }
  }

  /**
   * Rejects files for which their devices lack free space: a mapped file that outgrows its device
   * kills the process.
   *
   * @param total bytes of all files together, each an equal part
   * @throws InvalidSettingException naming the key
   */
  void requireFreeSpace(SettingKey<?> key, List<Path> files, long total) {
    requireFreeSpace(
        key, files.stream().map(file -> new DeviceSize(file, total / files.size())).toList());
  }

  /**
   * Rejects files for which their devices lack free space. The present size of a file counts.
   *
   * @throws InvalidSettingException naming the key
   */
  void requireFreeSpace(SettingKey<?> key, List<DeviceSize> files) {
    Map<FileStore, Long> wanted = new HashMap<>();
    try {
      for (DeviceSize file : files) {
        boolean exists = Files.exists(file.path());
        FileStore store =
            Files.getFileStore(exists ? file.path() : file.path().resolveSibling("."));
        long present = exists ? Files.size(file.path()) : 0;
        wanted.merge(store, Math.max(0, file.bytes() - present), Long::sum);
      }
      for (Map.Entry<FileStore, Long> entry : wanted.entrySet()) {
        requireFreeSpace(key, entry.getKey(), entry.getValue());
      }
    } catch (IOException e) {
      throw unknownSpace(key, e);
    }
  }

  private void requireFreeSpace(SettingKey<?> key, FileStore device, long wanted)
      throws IOException {
    long missing = wanted - device.getUsableSpace();
    if (missing > 0) {
      throw reader.reject(
          key,
          "%s lacks %s of free space".formatted(device, DirectMemory.shown(missing)),
          "lower it or free that much");
    }
  }

  private InvalidSettingException unknownSpace(SettingKey<?> key, IOException e) {
    return reader.reject(
        key, "the free space of its device cannot be read (" + e + ")", "fix the cause");
  }
}
