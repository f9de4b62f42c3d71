package io.strata.readpath.config;

import static io.strata.readpath.config.OffHeapKeys.IO_ENGINE;
import static io.strata.readpath.config.OffHeapKeys.SIZE;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Reads the engine and the size of the off-heap tier. */
final class EngineReader {
  /** Memory in front of an engine of files, or a quarter of the files if that is less. */
  private static final long MAX_BYTES_BEFORE_FILES = 64 << 20;

  private static final int SHARE_BEFORE_FILES = 4;

  private static final String ENGINES =
      "offheap, mmap:PATH, pmem:PATH, file:PATH or files:PATH,PATH";

  private final SettingReader reader;

  EngineReader(SettingReader reader) {
    this.reader = reader;
  }

  /** Reads the engine; names are case-sensitive, as in HBase. */
  Engine engine() {
    String text =
        reader
            .find(IO_ENGINE)
            .orElseThrow(
                () ->
                    reader.reject(
                        IO_ENGINE,
                        "Strata needs an engine for data blocks",
                        "set it to offheap, and hbase.bucketcache.size to the megabytes to use"));
    List<Path> kept = reader.find(StrataKeys.OFFHEAP_PATH).orElse(List.of());
    if (text.equals("offheap")) {
      boolean isPlainOnly =
          FlashReader.hasKeyProvider(reader) && !reader.get(StrataKeys.OFFHEAP_ENCRYPTED);
      return kept.isEmpty()
          ? new Engine(Engine.Kind.OFFHEAP, kept)
          : new Engine(Engine.Kind.KEPT, kept, isPlainOnly);
    }
    if (!kept.isEmpty()) {
      throw reader.reject(
          StrataKeys.OFFHEAP_PATH,
          "needs %s=offheap".formatted(IO_ENGINE.name()),
          "set that, or remove %s".formatted(StrataKeys.OFFHEAP_PATH.name()));
    }
    int colon = text.indexOf(':');
    String scheme = colon < 0 ? "" : text.substring(0, colon);
    String rest = text.substring(colon + 1);
    List<Path> paths =
        switch (scheme) {
          case "mmap", "pmem" -> List.of(path(rest));
          case "file", "files" -> Arrays.stream(rest.split(",")).map(this::path).toList();
          default -> throw reader.reject(IO_ENGINE, "unknown engine", "set it to " + ENGINES);
        };
    if (paths.isEmpty()) {
      throw lacksPath();
    }
    if (paths.stream().map(Path::normalize).distinct().count() < paths.size()) {
      throw reader.reject(IO_ENGINE, "names a file twice", "name each file once");
    }
    return new Engine(scheme.equals("pmem") ? Engine.Kind.MAPPED : Engine.Kind.FILES, paths);
  }

  /** Returns the bytes of memory of an engine; of all files together if they are mapped. */
  static long memoryOf(Engine engine, long bytes) {
    if (engine.kind() != Engine.Kind.FILES) {
      return bytes;
    }
    long share = Math.max((long) OffHeapKeys.MIN_MEGABYTES << 20, bytes / SHARE_BEFORE_FILES);
    return Math.min(MAX_BYTES_BEFORE_FILES, share);
  }

  /**
   * Returns whether an invalid engine leaves no memory size to check: the size is not set, which
   * the engine's message covers, or is the size of files.
   */
  boolean lacksSizeByEngine() {
    String text = reader.text(IO_ENGINE);
    return reader.isReplaced(IO_ENGINE)
        && (reader.text(SIZE) == null || (text != null && text.contains(":")));
  }

  /** Reads the size in bytes, for all files together. */
  long bytes() {
    // A float, as in HBase, so that a fraction of a megabyte gives the same number of bytes.
    float megabytes =
        reader
            .find(SIZE)
            .orElseThrow(
                () ->
                    reader.reject(
                        SIZE,
                        "the engine needs a size",
                        "set it to the megabytes to use, for example 4096"));
    return (long) (megabytes * 1024 * 1024);
  }

  private Path path(String text) {
    String trimmed = text.trim();
    if (trimmed.isEmpty()) {
      throw lacksPath();
    }
    try {
      return Path.of(trimmed).toAbsolutePath();
    } catch (InvalidPathException e) {
      throw reader.reject(IO_ENGINE, "contains an invalid path", "correct the path");
    }
  }

  private InvalidSettingException lacksPath() {
    return reader.reject(IO_ENGINE, "lacks a path", "set it to " + ENGINES);
  }
}
