package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.memory.KeptMemory;
import io.strata.l2.policy.Policies;
import io.strata.l2.testing.TestStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ghost entries of a policy outlive the process together with the blocks. */
class KeptGhostsTest {
  private static final int BLOCK_BYTES = 64 << 10;
  private static final CapacityPlan CAPACITY = CapacityPlan.of(TestStore.SMALL);

  @TempDir Path folder;

  @Test
  void ghostEntriesAreKeptForTheSamePolicyOnly() throws IOException {
    try (TestStore test = open(Policies.REUSE_DISTANCE)) {
      for (int block = 0; block < 2 * TestStore.SMALL / BLOCK_BYTES; block++) {
        test.put("file", block, BLOCK_BYTES);
      }
    }
    int entries = entries();
    assertThat(entries).isPositive();
    open(Policies.REUSE_DISTANCE).close();
    assertThat(entries()).isEqualTo(entries);
    open(Policies.S3_FIFO).close();
    assertThat(entries()).isZero();
  }

  private TestStore open(Policies policy) throws IOException {
    return new TestStore(StoreOptions.of(CAPACITY).withMemory(memory()).withPolicy(policy));
  }

  private KeptMemory memory() throws IOException {
    return KeptMemory.open(List.of(folder.resolve("memory")), CAPACITY, 1);
  }

  private int entries() throws IOException {
    int count = 0;
    try (KeptMemory memory = memory()) {
      ByteBuffer ghosts = memory.ghosts(CAPACITY.ghosts()).orElseThrow();
      while (ghosts.hasRemaining()) {
        count += ghosts.getLong() == 0 ? 0 : 1;
      }
    }
    return count;
  }
}
