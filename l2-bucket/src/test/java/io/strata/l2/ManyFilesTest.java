package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.index.FileTable;
import io.strata.l2.testing.TestStore;
import io.strata.l2.write.Rejection;
import org.junit.jupiter.api.Test;

/** The number of files with blocks is limited, which bounds their heap. */
class ManyFilesTest {
  private static final long BYTES = 128L << 20;
  private static final int BLOCK = 200;

  @Test
  void blocksAreRejectedAboveTheMaximumOfFiles() {
    try (TestStore test = new TestStore(StoreOptions.ofBytes(BYTES))) {
      long max = FileTable.maxFiles(BYTES);
      for (int i = 0; i < max; i++) {
        assertThat(test.insert("file" + i, 0, BLOCK)).isTrue();
      }
      test.awaitQuiet();
      assertThat(test.store().statistics().evictedForRoom()).isZero();

      assertThat(test.insert("one more", 0, BLOCK)).isFalse();
      assertThat(test.read("one more", 0)).isFalse();
      assertThat(rejected(test)).isEqualTo(1);
      assertThat(test.insert("file0", 1, BLOCK)).as("another block of a file").isTrue();
      assertThat(test.read("file0", 1)).isTrue();

      test.store().evict("file1", 0);
      test.awaitQuiet();
      assertThat(test.insert("one more", 0, BLOCK)).isTrue();
      assertThat(test.read("one more", 0)).isTrue();
      assertThat(rejected(test)).isEqualTo(1);
    }
  }

  @Test
  void maximumOfFilesGrowsWithTheStore() {
    assertThat(FileTable.maxFiles(BYTES)).isEqualTo(1 << 16);
    assertThat(FileTable.maxFiles(100L << 30)).isEqualTo(100 << 10);
  }

  private static long rejected(TestStore test) {
    return test.store().statistics().rejected(Rejection.TOO_MANY_FILES);
  }
}
