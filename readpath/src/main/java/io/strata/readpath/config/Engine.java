package io.strata.readpath.config;

import java.nio.file.Path;
import java.util.List;

/**
 * Where the off-heap tier stores its blocks.
 *
 * @param kind the kind of storage
 * @param paths the files, in the order given, each with an equal share of the size; empty for
 *     direct buffers
 * @param isPlainOnly whether blocks of encrypted families must not be stored
 */
public record Engine(Kind kind, List<Path> paths, boolean isPlainOnly) {
  /** The kind of storage. */
  public enum Kind {
    /** Direct buffers. */
    OFFHEAP,
    /** Files on a file system in memory, whose contents outlive the process. */
    KEPT,
    /** Memory mapped from files. */
    MAPPED,
    /** Files that are read and written: the flash tier, with memory only for blocks in flight. */
    FILES
  }

  /**
   * Returns whether blocks are stored in memory: in direct buffers or on a file system in memory.
   */
  public boolean isMemory() {
    return kind == Kind.OFFHEAP || kind == Kind.KEPT;
  }

  /** Copies the list. */
  public Engine {
    paths = List.copyOf(paths);
  }

  /** An engine that stores all blocks. */
  public Engine(Kind kind, List<Path> paths) {
    this(kind, paths, false);
  }
}
