package io.strata.l2.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.SparseFile;
import io.strata.l2.policy.Policies;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.BucketPoolAudit;
import io.strata.l2.slot.SlotTable;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store of many gigabytes shrinks in bounded tasks, between which others can run. */
class ShrinkInStepsTest {
  private static final int BUCKETS = 4_000;
  private static final int REMOVED = 3_000;
  private static final int MAX_IN_A_STEP = 16;

  @TempDir private Path folder = Path.of("");

  @Test
  void eachTaskRemovesABoundedNumberOfBuckets() {
    ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    SparseFile memory = new SparseFile(folder);
    SlotTable slots = new SlotTable(memory.allocate(BUCKETS), Policies.LRU.make(1 << 20, 16));
    HashIndex index = new HashIndex(slots, HashIndex.heads(16));
    FileTable files = new FileTable(slots);
    BucketPool pool = new BucketPool(slots, SizeClasses.geometric(), tasks::add);
    Evictor evictor = new Evictor(slots, index, files, pool);
    StoreCore core = new StoreCore(slots, index, files, pool, evictor);
    Compactor compactor = new Compactor(core, new VictimSelection(core), tasks::add);

    tasks.add(() -> compactor.removeBuckets(REMOVED));
    int steps = 0;
    while (!tasks.isEmpty()) {
      int before = pool.liveBuckets();
      tasks.remove().run();
      assertThat(before - pool.liveBuckets()).isLessThanOrEqualTo(MAX_IN_A_STEP);
      steps++;
    }

    assertThat(pool.liveBuckets()).isEqualTo(BUCKETS - REMOVED);
    assertThat(pool.emptyBuckets()).isEqualTo(BUCKETS - REMOVED);
    assertThat(steps).isGreaterThanOrEqualTo(REMOVED / MAX_IN_A_STEP);
    List<String> wrong = new ArrayList<>();
    new BucketPoolAudit(slots, pool, wrong).walk();
    assertThat(wrong).isEmpty();
  }
}
