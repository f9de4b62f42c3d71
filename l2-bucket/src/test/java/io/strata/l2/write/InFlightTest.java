package io.strata.l2.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.index.FileTable;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.testing.AllocatedBytes;
import io.strata.l2.testing.ProvingBlock;
import org.junit.jupiter.api.Test;

class InFlightTest {
  private static final int BLOCKS = 40;

  private final FileTable files =
      new FileTable(
          new SlotTable(BucketMemory.direct().allocate(1), Policies.LRU.make(1 << 20, 16)));

  /** A writer removes its block while the slot is visible and pinned, so that must not fail. */
  @Test
  void removalOfABlockAllocatesNothing() {
    InFlight<ProvingBlock> inFlight = new InFlight<>();
    var file = files.enter("file");
    long[] allocated = new long[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
      ProvingBlock source = new ProvingBlock("file", i, 100);
      InFlightBlock<ProvingBlock> block = new InFlightBlock<>(file, i, 100, source);
      assertThat(inFlight.add(block)).isTrue();
      long before = AllocatedBytes.ofThisThread();
      boolean removed = inFlight.remove(block);
      allocated[i] = AllocatedBytes.ofThisThread() - before;
      assertThat(removed).isTrue();
      block.release();
    }
    assertThat(allocated).as("bytes of heap").containsOnly(0);
    assertThat(inFlight.bytes()).isZero();
    files.leave(file);
    assertThat(files.files()).isEmpty();
  }
}
