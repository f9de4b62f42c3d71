package io.strata.flash.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RegionTest {
  private static final UUID WRITER = new UUID(1, 2);

  private static Region after(Region before) {
    return new Region(3, WRITER, null, new RegionBuffer(ByteBuffer.allocate(1024)), before);
  }

  @Test
  void retiredRegionCannotBePinned() {
    Region region = new Region(3, WRITER, null, 7);
    assertThat(region.pin()).isTrue();
    assertThat(region.retire()).isTrue();
    assertThat(region.retire()).isFalse();
    assertThat(region.pin()).isFalse();
    assertThat(region.isRetired()).isTrue();
    assertThat(region.pins()).isEqualTo(1);
    assertThat(region.isWholeChainUnpinned()).isFalse();
    region.unpin();
    assertThat(region.isWholeChainUnpinned()).isTrue();
    assertThat(region.isRetired()).isTrue();
  }

  @Test
  void spaceIsInUseWhileAnyPredecessorIsPinned() {
    Region first = new Region(3, WRITER, null, 1);
    assertThat(first.pin()).isTrue();
    first.retire();
    Region stuck = after(first);
    stuck.retire();
    stuck.abandoned();
    Region next = after(stuck);
    assertThat(next.arePredecessorsUnpinned()).isFalse();
    first.unpin();
    assertThat(next.arePredecessorsUnpinned()).isTrue();
  }

  @Test
  void writtenRegionHasNoBufferAndNoPredecessor() {
    Region before = new Region(3, WRITER, null, 1);
    before.pin();
    Region region = after(before);
    RegionBuffer buffer = region.retainBuffer();
    assertThat(buffer).isNotNull();
    buffer.release();
    region.written();
    assertThat(region.retainBuffer()).isNull();
    assertThat(region.arePredecessorsUnpinned()).isTrue();
  }

  @Test
  void releasedBufferIsNotRetained() {
    Region region = after(null);
    region.buffer().release();
    assertThat(region.retainBuffer()).isNull();
  }
}
