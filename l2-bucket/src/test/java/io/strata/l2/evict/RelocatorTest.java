package io.strata.l2.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.pool.SizeClass;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The blocks that are evicted for a block that is moved. */
class RelocatorTest {
  private static final int LARGE = BucketLayout.BUCKET_BYTES / 4 - 4_096;
  private static final int SMALL = LARGE / 2;

  private final TestCore test = new TestCore(3, SMALL, LARGE);
  private final SizeClass large = test.pool.classFor(LARGE);
  private final SizeClass small = test.pool.classFor(SMALL);
  private final Relocator relocator = new Relocator(test.core, test.selection);

  @AfterEach
  void checkCounts() {
    test.checkCounts();
  }

  /** Returns how many of these blocks are cached. */
  private long cached(List<Integer> blocks) {
    return blocks.stream().filter(test::read).count();
  }

  /** Blocks of its own size are worth more than those of the class that gives up the bucket. */
  @Test
  void guestIsMovedToTheSlotOfABlockOfItsHost() {
    List<Integer> unread = test.fill(large);
    List<Integer> own = test.fill(small);
    assertThat(test.pool.formatEmptyBucket(large)).isTrue();
    int guest = test.put(test.pool.takeFree(large), SMALL);
    assertThat(test.pool.beginDrain(test.pool.bucketOf(guest))).isTrue();

    assertThat(relocator.move(guest)).isTrue();

    assertThat(test.read(guest)).as("the guest").isTrue();
    assertThat(cached(own)).as("blocks of its size").isEqualTo(own.size());
    assertThat(cached(unread)).as("blocks of its host").isEqualTo(unread.size() - 1);
  }

  @Test
  void guestIsMovedToTheSlotOfABlockOfItsSizeIfItsHostHasNone() {
    List<Integer> own = test.fill(small);
    assertThat(test.pool.formatEmptyBucket(large)).isTrue();
    int guest = test.put(test.pool.takeFree(large), SMALL);
    test.fill(small);
    assertThat(test.pool.beginDrain(test.pool.bucketOf(guest))).isTrue();

    assertThat(relocator.move(guest)).isTrue();

    assertThat(test.read(guest)).as("the guest").isTrue();
    assertThat(cached(own)).as("blocks of its size").isEqualTo(own.size() - 1);
  }
}
