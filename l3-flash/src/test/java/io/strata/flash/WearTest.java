package io.strata.flash;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.admit.WearLimit;
import io.strata.flash.admit.WearOptions;
import io.strata.flash.testing.TestBlock;
import io.strata.flash.testing.TestOptions;
import io.strata.flash.testing.TestStore;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much is written, by a clock that stands still until the test says otherwise. */
class WearTest {
  private static final int REGION = 64 << 10;
  private static final int REGIONS = 32;
  private static final int BLOCK = 5_000;
  private static final int RATE = 100_000;
  private static final String FILE = "file";

  @TempDir private Path folder = Path.of("");

  private final AtomicLong now = new AtomicLong();
  private long next;

  private TestStore open() throws Exception {
    return new TestStore(
        TestOptions.of(folder, 2, REGION, REGIONS, BLOCK)
            .withWear(new WearOptions(RATE, 0, now::get)));
  }

  private @Nullable Refusal put(TestStore store, boolean readAgain) {
    next++;
    return store.put(FILE, next, new TestBlock(FILE, next, BLOCK), readAgain);
  }

  private int putAll(TestStore store, boolean readAgain) {
    int accepted = 0;
    while (put(store, readAgain) == null) {
      accepted++;
    }
    return accepted;
  }

  @Test
  void noMoreIsWrittenThanIsAllowed() throws Exception {
    long written;
    int seconds = 50;
    try (TestStore store = open()) {
      for (int i = 0; i < seconds; i++) {
        assertThat(putAll(store, i % 2 == 0)).as("second %d", i).isGreaterThanOrEqualTo(0);
        now.addAndGet(TimeUnit.SECONDS.toNanos(1));
      }
      store.flush();
      written = store.store().statistics().writtenBytes();
      assertThat(store.store().statistics().refused()).containsEntry(Refusal.WEAR, (long) seconds);
    }
    long allowed = (long) RATE * (WearLimit.SECONDS + seconds);
    // The last second's budget is left, and what two regions that are full take beyond it.
    assertThat(written).isBetween(allowed - 2 * RATE, allowed + BLOCK);
  }

  @Test
  void blocksThatAreReadAgainHaveTheOtherHalf() throws Exception {
    try (TestStore store = open()) {
      int once = putAll(store, false);
      assertThat(put(store, false)).isEqualTo(Refusal.WEAR);
      int again = putAll(store, true);
      assertThat(once).isBetween(RATE * WearLimit.SECONDS / 2 / (BLOCK + 1_000), 100);
      assertThat(again).isBetween(once - 10, once + 10);
      assertThat(store.read(FILE, 1)).isTrue();
      assertThat(store.store().get(FILE, next)).isNull();
    }
  }

  @Test
  void whatIsRefusedIsNotCopied() throws Exception {
    try (TestStore store = open()) {
      putAll(store, true);
      BlockSource source =
          new BlockSource() {
            @Override
            public int length() {
              return BLOCK;
            }

            @Override
            public int attributes() {
              throw new AssertionError("asked");
            }

            @Override
            public long stamp() {
              throw new AssertionError("asked");
            }

            @Override
            public void writeTo(ByteBuffer memory) {
              throw new AssertionError("asked");
            }
          };
      assertThat(store.store().offer(FILE, 0, source, true)).isEqualTo(Refusal.WEAR);
    }
  }
}
