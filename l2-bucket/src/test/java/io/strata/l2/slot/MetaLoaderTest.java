package io.strata.l2.slot;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.Handle;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import org.junit.jupiter.api.Test;

class MetaLoaderTest {
  private static final int BUCKETS = 3;
  private static final int SLOTS = 5;

  @Test
  void eachSlotGetsItsOwnWord() {
    SlotTable slots =
        new SlotTable(BucketMemory.direct().allocate(BUCKETS), Policies.LRU.make(1 << 20, 16));
    int[] handles = new int[BUCKETS * SLOTS];
    for (int i = 0; i < handles.length; i++) {
      handles[i] = Handle.of(i % BUCKETS, i / BUCKETS);
      slots.setMeta(handles[i], 1000L + i);
    }
    long[] metas = new long[handles.length];

    new MetaLoader(slots, handles.length).load(handles, metas, 2, handles.length - 1);

    for (int i = 0; i < handles.length; i++) {
      assertThat(metas[i])
          .as("word %d", i)
          .isEqualTo(i < 2 || i == handles.length - 1 ? 0 : 1000L + i);
    }
  }
}
