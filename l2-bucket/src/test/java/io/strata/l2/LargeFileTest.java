package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.testing.TestStore;
import org.junit.jupiter.api.Test;

/** Blocks of a file so large that its offsets need more than 32 bits. */
class LargeFileTest {
  /** Enough blocks that some share a hash chain. */
  private static final int BLOCKS = 4_000;

  @Test
  void blocksFourGigabytesApartAreDistinguished() throws Exception {
    try (TestStore test = TestStore.small()) {
      for (long i = 0; i < BLOCKS; i++) {
        test.insert("file", i << 32, 256);
      }
      test.store().awaitQuiet();
      for (long i = 0; i < BLOCKS; i++) {
        assertThat(test.read("file", i << 32)).as("block at %d GB", i * 4).isTrue();
      }
      for (long i = BLOCKS; i < 2 * BLOCKS; i++) {
        assertThat(test.read("file", i << 32)).as("block at %d GB", i * 4).isFalse();
      }
    }
  }
}
