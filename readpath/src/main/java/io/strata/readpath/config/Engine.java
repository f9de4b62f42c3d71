package io.strata.readpath.config;

import java.nio.file.Path;
import java.util.List;

/**
 * Where the second tier keeps its blocks.
 *
 * @param kind what the memory is
 * @param paths the files, in the order given, each of an equal part of the size; empty for direct
 *     buffers
 * @param isPlainOnly whether blocks that may be of encrypted families must stay out of them
 */
public record Engine(Kind kind, List<Path> paths, boolean isPlainOnly) {
  /** What the memory of the second tier is. */
  public enum Kind {
    /** Direct buffers. */
    OFFHEAP,
    /** Files on a file system in memory, which outlive the process with what they hold. */
    KEPT,
    /** Memory mapped from files. */
    MAPPED,
    /**
     * Files that are written and read: the tier on disks, with only as much memory above it as
     * blocks need on their way.
     */
    FILES
  }

  /** Whether blocks are in memory, and in no files but such as are memory. */
  public boolean isMemory() {
    return kind == Kind.OFFHEAP || kind == Kind.KEPT;
  }

  /** Copies the list. */
  public Engine {
    paths = List.copyOf(paths);
  }

  /** An engine that takes whatever is cached. */
  public Engine(Kind kind, List<Path> paths) {
    this(kind, paths, false);
  }
}
