package io.strata.readpath.usage;

import io.strata.l2.Inspection;
import io.strata.readpath.l2.OffHeapBlockCache;
import java.util.HashMap;
import java.util.Map;

/**
 * The off-heap memory usage of a table or family; a weakly consistent snapshot.
 *
 * @param files the number of files that have blocks
 * @param bytes of the blocks
 * @param blocks the number of blocks
 */
public record Usage(int files, long bytes, long blocks) {

  /** A mutable sum, so that a file costs no object. */
  private static final class Sum {
    private int files;
    private long bytes;
    private long blocks;

    /** Adds a file. The cache lists each open file once. */
    void add(long fileBytes, long fileBlocks) {
      files++;
      bytes += fileBytes;
      blocks += fileBlocks;
    }

    Usage usage() {
      return new Usage(files, bytes, blocks);
    }
  }

  /**
   * Returns the usage of each owner; files with an unknown owner are ignored. Takes time
   * proportional to the files and memory proportional to the owners.
   *
   * @param owners of the server's files
   */
  public static Map<Owner, Usage> of(OffHeapBlockCache cache, Map<String, Owner> owners) {
    Inspection inside = cache.inspection();
    Map<String, Owner> referredTo = ServerFiles.referredTo(owners);
    Map<Owner, Sum> sums = new HashMap<>();
    for (String file : inside.files()) {
      Owner named = owners.get(file);
      Owner owner = named == null ? referredTo.get(file) : named;
      if (owner != null) {
        sums.computeIfAbsent(owner, any -> new Sum())
            .add(inside.bytesOf(file), inside.blocksOf(file));
      }
    }
    Map<Owner, Usage> usages = new HashMap<>();
    sums.forEach((owner, sum) -> usages.put(owner, sum.usage()));
    return usages;
  }

  /** Returns the sum of two usages without common files. */
  Usage plus(Usage other) {
    return new Usage(files + other.files, bytes + other.bytes, blocks + other.blocks);
  }
}
