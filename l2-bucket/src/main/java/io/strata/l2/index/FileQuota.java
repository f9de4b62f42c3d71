package io.strata.l2.index;

import java.util.Set;

/**
 * The memory that a group of files may keep while other blocks need memory.
 *
 * @param files by name; they need not have blocks, or exist
 * @param bytes of blocks that they may keep together
 */
public record FileQuota(Set<String> files, long bytes) {
  /** Copies the set. */
  public FileQuota {
    files = Set.copyOf(files);
  }
}
