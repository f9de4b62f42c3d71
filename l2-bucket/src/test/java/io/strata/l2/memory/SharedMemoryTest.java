package io.strata.l2.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.testing.Garbage;
import org.junit.jupiter.api.Test;

class SharedMemoryTest {
  private static final int BUCKET = BucketLayout.BUCKET_BYTES;

  @Test
  void partsStayWithinTheCommonBound() {
    SharedMemory shared = new SharedMemory(10L * BUCKET);
    BucketMemory one = shared.part();
    BucketMemory other = shared.part();
    BucketBuffer[] kept = one.allocate(6);
    assertThat(kept)
        .hasSize(6)
        .allSatisfy(each -> assertThat(each.view().capacity()).isEqualTo(BUCKET));
    other.reserve(BUCKET + 1);
    assertThat(shared.heldBytes()).isEqualTo(7L * BUCKET + 1);
    assertThatThrownBy(() -> other.allocate(3))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessageContaining("shared memory of %d bytes".formatted(10 * BUCKET))
        .hasMessageContaining("Enlarge it, or shrink a cache");
    assertThatThrownBy(() -> one.reserve(3L * BUCKET)).isInstanceOf(OutOfMemoryError.class);
    assertThatThrownBy(() -> one.allocate(11)).isInstanceOf(OutOfMemoryError.class);
    assertThat(other.allocate(2)).hasSize(2);
    assertThat(shared.heldBytes()).isLessThanOrEqualTo(shared.bytes());
    other.reserve(-BUCKET - 1);
    assertThat(other.allocate(2)).hasSize(2);
    assertThat(kept[0].view().get(0)).isZero();
    assertThat(shared.heldBytes()).isLessThanOrEqualTo(shared.bytes());
  }

  @Test
  void collectedBucketCanBeAllocatedAgain() {
    SharedMemory shared = new SharedMemory(4L * BUCKET);
    for (int i = 0; i < 4; i++) {
      assertThat(shared.part().allocate(4)).hasSize(4);
      assertThat(shared.heldBytes()).isEqualTo(4L * BUCKET);
      assertThat(Garbage.collectUntil(() -> shared.heldBytes() == 0)).isTrue();
    }
  }

  @Test
  void boundBelowABucketIsRejected() {
    assertThatThrownBy(() -> new SharedMemory(BUCKET - 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Use at least " + BUCKET);
  }
}
