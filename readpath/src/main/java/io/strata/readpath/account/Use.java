package io.strata.readpath.account;

import io.strata.l2.Inspection;
import io.strata.readpath.l2.OffHeapBlockCache;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a table or a family has of the memory off the heap, at about one moment.
 *
 * @param files that have blocks
 * @param bytes of the blocks
 */
public record Use(Set<String> files, long bytes, long blocks) {

  /**
   * What each owner has. Of a file whose owner is not known, nothing is told.
   *
   * @param owners of the server's files
   */
  public static Map<Owner, Use> of(OffHeapBlockCache cache, Map<String, Owner> owners) {
    Inspection inside = cache.inspection();
    Map<String, Owner> all = ServerFiles.withReferredTo(owners);
    Map<Owner, Use> uses = new HashMap<>();
    for (String file : inside.files()) {
      Owner owner = all.get(file);
      if (owner != null) {
        uses.merge(
            owner, new Use(Set.of(file), inside.bytesOf(file), inside.blocksOf(file)), Use::plus);
      }
    }
    return uses;
  }

  /** Both together. */
  Use plus(Use other) {
    Set<String> both = new HashSet<>(files);
    both.addAll(other.files);
    return new Use(both, bytes + other.bytes, blocks + other.blocks);
  }
}
