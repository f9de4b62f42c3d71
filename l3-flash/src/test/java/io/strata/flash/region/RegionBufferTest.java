package io.strata.flash.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.flash.layout.RegionHeader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RegionBufferTest {
  private static final int BYTES = 8192;

  private static RegionBuffer open() {
    return new RegionBuffer(ByteBuffer.allocate(BYTES));
  }

  @Test
  void reservesConsecutivelyUntilFull() {
    RegionBuffer buffer = open();
    int capacity = BYTES - RegionHeader.BYTES;
    assertThat(buffer.isEmpty()).isTrue();
    assertThat(buffer.reserve(1000)).isEqualTo(RegionHeader.BYTES);
    assertThat(buffer.isEmpty()).isFalse();
    assertThat(buffer.reserve(capacity - 1000)).isEqualTo(RegionHeader.BYTES + 1000);
    assertThat(buffer.reserve(64)).isEqualTo(RegionBuffer.SEALED);
    assertThat(buffer.reserve(64)).isEqualTo(RegionBuffer.FULL);
    assertThat(buffer.end()).isFalse();
    assertThat(buffer.seal()).isFalse();
    assertThat(buffer.commit(1000)).isFalse();
    assertThat(buffer.commit(capacity - 1000)).isTrue();
    assertThat(buffer.usedBytes()).isEqualTo(BYTES);
  }

  @Test
  void sealCompletesIfAllIsCommitted() {
    RegionBuffer buffer = open();
    buffer.reserve(640);
    assertThat(buffer.commit(640)).isFalse();
    assertThat(buffer.end()).isTrue();
    assertThat(buffer.seal()).isTrue();
    assertThat(buffer.usedBytes()).isEqualTo(RegionHeader.BYTES + 640);
  }

  @Test
  void releasedBufferCannotBeRetained() {
    RegionBuffer buffer = open();
    assertThat(buffer.retain()).isTrue();
    assertThat(buffer.release()).isFalse();
    assertThat(buffer.release()).isTrue();
    assertThat(buffer.retain()).isFalse();
    assertThatThrownBy(buffer::release).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void oneThreadSealsAndOneCompletes() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    for (int round = 0; round < 2_000; round++) {
      RegionBuffer buffer = open();
      AtomicInteger sealed = new AtomicInteger();
      AtomicInteger completed = new AtomicInteger();
      AtomicInteger reserved = new AtomicInteger(RegionHeader.BYTES);
      Callable<Void> writer =
          () -> {
            for (int bytes = 64; ; bytes = bytes % 640 + 64) {
              int at = buffer.reserve(bytes);
              if (at == RegionBuffer.SEALED) {
                sealed.incrementAndGet();
                completed.addAndGet(buffer.seal() ? 1 : 0);
              }
              if (at < 0) {
                return null;
              }
              reserved.addAndGet(bytes);
              buffer.slice(at, bytes).put(new byte[bytes]);
              completed.addAndGet(buffer.commit(bytes) ? 1 : 0);
            }
          };
      List<Callable<Void>> writers = new ArrayList<>(List.of(writer, writer, writer, writer));
      for (Future<Void> each : pool.invokeAll(writers)) {
        each.get();
      }
      assertThat(sealed).hasValue(1);
      assertThat(completed).hasValue(1);
      assertThat(buffer.usedBytes()).isEqualTo(reserved.get());
    }
    pool.shutdown();
  }
}
