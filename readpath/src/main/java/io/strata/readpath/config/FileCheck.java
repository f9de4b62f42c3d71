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

/** Looks whether files can be written and have room, without touching them. */
final class FileCheck {
  private final SettingReader reader;

  FileCheck(SettingReader reader) {
    this.reader = reader;
  }

  /**
   * Refuses a file that cannot be written or created.
   *
   * @throws InvalidSettingException naming the key
   */
  void requireWritable(SettingKey<?> key, Path file) {
    if (Files.isDirectory(file)) {
      throw reader.reject(key, "where " + file + " is a directory", "name a file in it");
    }
    if (Files.exists(file)) {
      if (!Files.isWritable(file)) {
        throw reader.reject(
            key, "where " + file + " cannot be written", "let HBase's user write it");
      }
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw reader.reject(key, "where " + folder + " is no directory", "create it");
    }
    if (!Files.isWritable(folder)) {
      throw reader.reject(
          key, "where " + folder + " cannot be written", "let HBase's user write to it");
    }
  }

  /**
   * Refuses a folder that cannot be written to, or made.
   *
   * @throws InvalidSettingException naming the key
   */
  void requireWritableFolder(SettingKey<?> key, Path folder) {
    if (!Files.exists(folder)) {
      requireWritable(key, folder);
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw reader.reject(key, "where " + folder + " is no directory", "name a folder");
    }
    if (!Files.isWritable(folder)) {
      throw reader.reject(
          key, "where " + folder + " cannot be written", "let HBase's user write to it");
    }
  }

  /**
   * Refuses traces for which the device has no room; those that are in the folder make room.
   *
   * @throws InvalidSettingException naming the key
   */
  void requireRoomForTraces(SettingKey<?> key, Path folder, long total) {
    try {
      long wanted = total;
      Path there = folder;
      if (Files.exists(folder)) {
        for (Path file : TraceFiles.in(folder)) {
          // 0 when it has just been deleted for a newer one.
          wanted -= file.toFile().length();
        }
      } else {
        there = folder.resolveSibling(".");
      }
      FileStore store = Files.getFileStore(there);
      requireRoom(key, store, wanted);
    } catch (IOException e) {
      throw notAsked(key, e);
    }
  }

  /**
   * Refuses files for which their devices have no room: a mapped file that outgrows its device
   * kills the process.
   *
   * @param total bytes of all files together, each an equal part
   * @throws InvalidSettingException naming the key
   */
  void requireRoom(SettingKey<?> key, List<Path> files, long total) {
    requireRoom(
        key, files.stream().map(file -> new DeviceSize(file, total / files.size())).toList());
  }

  /**
   * Refuses files for which their devices have no room; what is there already counts.
   *
   * @throws InvalidSettingException naming the key
   */
  void requireRoom(SettingKey<?> key, List<DeviceSize> files) {
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
        requireRoom(key, entry.getKey(), entry.getValue());
      }
    } catch (IOException e) {
      throw notAsked(key, e);
    }
  }

  private void requireRoom(SettingKey<?> key, FileStore device, long wanted) throws IOException {
    long missing = wanted - device.getUsableSpace();
    if (missing > 0) {
      throw reader.reject(
          key,
          "for which %s lacks %d MB".formatted(device, DirectMemory.megabytes(missing)),
          "lower it or free that much");
    }
  }

  private InvalidSettingException notAsked(SettingKey<?> key, IOException e) {
    return reader.reject(key, "whose device cannot be asked for room (" + e + ")", "mend it");
  }
}
