package io.strata.readpath.account;

import io.strata.l2.Inspection;
import io.strata.readpath.l2.OffHeapBlockCache;
import java.util.HashMap;
import java.util.Map;

/**
 * What a table or a family has of the memory off the heap, at about one moment.
 *
 * @param files how many files have blocks
 * @param bytes of the blocks
 */
public record Use(int files, long bytes, long blocks) {

  /** Adds up, so that a file costs no object. */
  private static final class Sum {
    private int files;
    private long bytes;
    private long blocks;

    /** Each file comes once: the cache has its open files by name. */
    void add(long fileBytes, long fileBlocks) {
      files++;
      bytes += fileBytes;
      blocks += fileBlocks;
    }

    Use use() {
      return new Use(files, bytes, blocks);
    }
  }

  /**
   * What each owner has. Of a file whose owner is not known, nothing is told. Costs a step for each
   * file, and memory for each owner.
   *
   * @param owners of the server's files
   */
  public static Map<Owner, Use> of(OffHeapBlockCache cache, Map<String, Owner> owners) {
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
    Map<Owner, Use> uses = new HashMap<>();
    sums.forEach((owner, sum) -> uses.put(owner, sum.use()));
    return uses;
  }

  /** Both together, of owners that share no file. */
  Use plus(Use other) {
    return new Use(files + other.files, bytes + other.bytes, blocks + other.blocks);
  }
}
