package io.strata.l2.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.testing.AllocatedBytes;
import org.junit.jupiter.api.Test;

class FileTableTest {
  private final FileTable files =
      new FileTable(new SlotTable(BucketMemory.direct().allocate(1), Policies.LRU.make(1, 16)));

  /** The key by which policies know a block must not change while its file has no block. */
  @Test
  void reopenedFileHasAnotherIdWithTheSameLowerHalf() {
    FileBlocks before = files.enter("file");
    files.leave(before);
    assertThat(files.find("file")).isNull();

    FileBlocks after = files.enter("file");
    assertThat(after.id()).isNotEqualTo(before.id());
    assertThat((int) after.id()).isEqualTo((int) before.id());
    FileBlocks other = files.enter("other");
    assertThat((int) other.id()).isNotEqualTo((int) after.id());
  }

  /** Counts all allocations, including those that are garbage: the tables of maps that grew. */
  @Test
  void fileTakesNoMoreHeapThanDocumented() {
    String[] names = new String[1 << 15];
    for (int i = 0; i < names.length; i++) {
      names[i] = "%032x".formatted(i);
    }
    int name = 24 + 16 + 32;
    files.enter("one to load classes");
    long before = AllocatedBytes.ofThisThread();
    for (String each : names) {
      files.enter(each);
    }
    long perFile = name + (AllocatedBytes.ofThisThread() - before) / names.length;
    assertThat(perFile)
        .isBetween(FileTable.HEAP_BYTES_PER_FILE * 3L / 4, (long) FileTable.HEAP_BYTES_PER_FILE);
  }
}
