package io.strata.l2.index;

import io.strata.concurrency.Linearizability;
import io.strata.l2.Engine;
import io.strata.l2.layout.Handle;
import java.util.HashMap;
import java.util.Map;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** The index, with the slots behind it, is linearizable as a map. */
class IndexIT {
  private static final int KEYS = 3;
  private static final int BUCKETS = 12;

  /** The implementation, with all keys in one chain. */
  @Param(name = "key", gen = IntGen.class, conf = "1:" + KEYS)
  public static class Index {
    private final Engine engine = new Engine(BUCKETS);
    private final FileBlocks file = engine.open("file");

    /** One at a time, as the blocks in flight ensure for each key. */
    @Operation(nonParallelGroup = "inserts")
    public boolean insert(@Param(name = "key") int key) {
      if (find(key)) {
        return false;
      }
      engine.put(file, key);
      return true;
    }

    @Operation
    public boolean find(@Param(name = "key") int key) {
      String seen = engine.read(file.id(), key);
      if (seen.equals(Engine.WRONG)) {
        throw new AssertionError("the block of another key");
      }
      return seen.equals(Engine.OWN);
    }

    @Operation
    public boolean remove(@Param(name = "key") int key) {
      int handle = engine.index.findAndPin(file.id(), key, false);
      if (handle == Handle.NONE) {
        return false;
      }
      boolean evicted = engine.evictor.evict(handle, file);
      engine.unpin(handle);
      return evicted;
    }
  }

  /** The sequential specification. */
  public static class MapModel {
    private final Map<Integer, Integer> blocks = new HashMap<>();

    public boolean insert(int key) {
      return blocks.putIfAbsent(key, key) == null;
    }

    public boolean find(int key) {
      return blocks.containsKey(key);
    }

    public boolean remove(int key) {
      return blocks.remove(key) != null;
    }
  }

  @Test
  void everyHistoryIsOneOfAMap() {
    Linearizability.check(Index.class, MapModel.class);
  }
}
