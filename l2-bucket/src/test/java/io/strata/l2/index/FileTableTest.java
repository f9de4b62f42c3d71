package io.strata.l2.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import io.strata.l2.slot.SlotTable;
import org.junit.jupiter.api.Test;

class FileTableTest {
  private final FileTable files =
      new FileTable(new SlotTable(BucketMemory.direct().allocate(1), Policies.LRU.make(1, 16)));

  /** What policies remember blocks by must not change while a file has no block. */
  @Test
  void aFileThatComesBackHasAnotherIdWithTheSameLowerHalf() {
    FileBlocks before = files.enter("file");
    files.leave(before);
    assertThat(files.find("file")).isNull();

    FileBlocks after = files.enter("file");
    assertThat(after.id()).isNotEqualTo(before.id());
    assertThat((int) after.id()).isEqualTo((int) before.id());
    FileBlocks other = files.enter("other");
    assertThat((int) other.id()).isNotEqualTo((int) after.id());
  }
}
