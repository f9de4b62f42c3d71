package io.strata.readpath.config;

import io.strata.flash.FlashOptions;
import io.strata.flash.FlashOptions.DeviceSize;
import io.strata.flash.ring.RingOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Reads the files of the flash tier and the size of their regions. */
final class FlashFiles {
  /** A small file has smaller regions, so that the open regions are a small share of it. */
  private static final int REGIONS_OF_SMALL_FILE = 32;

  /** Characters of a path in a message. */
  private static final int MAX_PATH_LENGTH = 200;

  private final SettingReader reader;

  FlashFiles(SettingReader reader) {
    this.reader = reader;
  }

  /** Files, and the options of their rings. */
  record Found(List<DeviceSize> files, RingOptions ring) {}

  /** Reads the files below an off-heap tier. */
  Found below() {
    List<DeviceSize> files = sized();
    RingOptions ring =
        FlashOptions.defaultRing()
            .withRegionBytes(Math.toIntExact(reader.get(FlashKeys.REGION_SIZE)));
    requireRegions(FlashKeys.SIZE, files, ring);
    return new Found(files, ring);
  }

  /**
   * Reads the files that are the engine themselves.
   *
   * @param bytes of all files together
   */
  Found ofEngine(List<Path> paths, long bytes) {
    long each = bytes / paths.size();
    int regionBytes =
        reader.find(FlashKeys.REGION_SIZE).map(Math::toIntExact).orElseGet(() -> regionOf(each));
    RingOptions ring = FlashOptions.defaultRing().withRegionBytes(regionBytes);
    List<DeviceSize> files = paths.stream().map(path -> new DeviceSize(path, each)).toList();
    requireDifferent(OffHeapKeys.IO_ENGINE, paths);
    requireRegions(OffHeapKeys.SIZE, files, ring);
    return new Found(files, ring);
  }

  private static int regionOf(long fileBytes) {
    long largest = Math.max(1, fileBytes / REGIONS_OF_SMALL_FILE);
    return (int)
        Math.max(
            FlashKeys.MIN_REGION_BYTES,
            Math.min(Long.highestOneBit(largest), FlashOptions.REGION_BYTES));
  }

  private List<DeviceSize> sized() {
    List<Path> paths = paths();
    List<Long> sizes =
        reader
            .find(FlashKeys.SIZE)
            .orElseThrow(
                () ->
                    reader.reject(
                        FlashKeys.SIZE,
                        "%s needs a size".formatted(FlashKeys.PATH.name()),
                        "set it to the size of each file, for example 100g"));
    if (sizes.size() != 1 && sizes.size() != paths.size()) {
      throw reader.reject(
          FlashKeys.SIZE,
          "%d sizes for %d files".formatted(sizes.size(), paths.size()),
          "give one size, or one for each file");
    }
    List<DeviceSize> files = new ArrayList<>();
    for (int i = 0; i < paths.size(); i++) {
      files.add(new DeviceSize(paths.get(i), sizes.get(sizes.size() == 1 ? 0 : i)));
    }
    return files;
  }

  private void requireRegions(SettingKey<?> key, List<DeviceSize> files, RingOptions ring) {
    long min = (long) ring.minRegions() * ring.regionBytes();
    for (DeviceSize each : files) {
      if (each.bytes() < min) {
        throw reader.reject(
            key,
            "%s needs at least %s".formatted(shown(each.path()), DirectMemory.shown(min)),
            "raise it, or lower " + FlashKeys.REGION_SIZE.name());
      }
    }
  }

  private List<Path> paths() {
    List<Path> paths =
        Arrays.stream(reader.get(FlashKeys.PATH).split(",", -1)).map(this::path).toList();
    requireDifferent(FlashKeys.PATH, paths);
    return paths;
  }

  private void requireDifferent(SettingKey<?> key, List<Path> paths) {
    for (int i = 0; i < paths.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (isSame(paths.get(i), paths.get(j))) {
          throw reader.reject(
              key,
              "%s and %s are the same file".formatted(shown(paths.get(j)), shown(paths.get(i))),
              "name each file once");
        }
      }
    }
  }

  private Path path(String text) {
    try {
      Path path = Path.of(text.trim());
      if (!path.isAbsolute()) {
        throw reader.reject(
            FlashKeys.PATH,
            "\"%s\" is not an absolute path".formatted(shown(path)),
            "begin each path with a slash");
      }
      return path.normalize();
    } catch (InvalidPathException e) {
      throw reader.reject(FlashKeys.PATH, "contains an invalid path", "correct the path");
    }
  }

  /** Returns a path for a message; of a long one the end, where paths are most likely to differ. */
  private static String shown(Path path) {
    String text = path.toString();
    return text.length() <= MAX_PATH_LENGTH
        ? text
        : "…" + text.substring(text.length() - MAX_PATH_LENGTH);
  }

  /** Returns whether two paths are one file, also through links. */
  private static boolean isSame(Path one, Path other) {
    try {
      return one.equals(other)
          || (Files.exists(one) && Files.exists(other) && Files.isSameFile(one, other))
          || (Objects.equals(one.getFileName(), other.getFileName())
              && Files.exists(one.resolveSibling("."))
              && Files.exists(other.resolveSibling("."))
              && Files.isSameFile(one.resolveSibling("."), other.resolveSibling(".")));
    } catch (IOException e) {
      // Whether the files can be used is checked later.
      return false;
    }
  }
}
