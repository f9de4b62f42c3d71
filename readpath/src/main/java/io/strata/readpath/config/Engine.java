package io.strata.readpath.config;

import java.nio.file.Path;
import java.util.List;

/**
 * Where the second tier keeps its blocks.
 *
 * @param kind what the memory is
 * @param paths the files, in the order given, each of an equal part of the size; empty off the heap
 */
public record Engine(Kind kind, List<Path> paths) {
  /** What the memory of the second tier is. */
  public enum Kind {
    /** Direct buffers. */
    OFFHEAP,
    /** Memory mapped from files. */
    MAPPED,
    /**
     * Files that are written and read: the tier on disks, with only as much memory above it as
     * blocks need on their way.
     */
    FILES
  }

  /** Copies the list. */
  public Engine {
    paths = List.copyOf(paths);
  }
}
