package io.strata.l2.index;

import java.util.Set;

/**
 * How much of the memory a group of files may keep while others want room.
 *
 * @param files by name; they need not have blocks, or be there
 * @param bytes of blocks that they may keep together
 */
public record FileQuota(Set<String> files, long bytes) {
  /** Copies the set. */
  public FileQuota {
    files = Set.copyOf(files);
  }
}
