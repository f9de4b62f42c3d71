package io.strata.flash.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.device.DeviceFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ReadBuffersTest {
  private static final int SMALL = 8 << 10;
  private static final int LARGE = 64 << 10;

  @Test
  void bufferIsAlignedAndLargeEnough() {
    ReadBuffers buffers = new ReadBuffers(1 << 20);
    for (int bytes : new int[] {1, SMALL, SMALL + 1, 100_000}) {
      ReadBuffer buffer = buffers.take(bytes);
      assertThat(buffer.capacity()).isGreaterThanOrEqualTo(bytes);
      assertThat(buffer.first(bytes).alignmentOffset(0, DeviceFile.ALIGNMENT)).isZero();
      buffers.release(buffer);
    }
    assertThat(buffers.inUse()).isZero();
  }

  @Test
  void boundHoldsAndReleasedBuffersAreReused() {
    ReadBuffers buffers = new ReadBuffers(3 * (SMALL + DeviceFile.ALIGNMENT));
    List<ReadBuffer> taken = new ArrayList<>();
    for (ReadBuffer next = buffers.take(SMALL); next != null; next = buffers.take(SMALL)) {
      taken.add(next);
    }
    assertThat(taken).hasSize(3).doesNotHaveDuplicates();
    assertThat(buffers.inUse()).isEqualTo(3);
    buffers.release(taken.get(0));
    assertThat(buffers.take(SMALL)).isSameAs(taken.get(0));
  }

  @Test
  void smallBuffersAreFreedForLargeOnes() {
    ReadBuffers buffers = new ReadBuffers(LARGE + DeviceFile.ALIGNMENT);
    List<ReadBuffer> taken = new ArrayList<>();
    for (ReadBuffer next = buffers.take(SMALL); next != null; next = buffers.take(SMALL)) {
      taken.add(next);
    }
    assertThat(buffers.take(LARGE)).isNull();
    taken.forEach(buffers::release);
    ReadBuffer large = buffers.take(LARGE);
    assertThat(large).isNotNull();
    assertThat(buffers.take(SMALL)).isNull();
    buffers.release(large);
    assertThat(buffers.take(SMALL)).isSameAs(large);
  }

  @Test
  void buffersAreNeverShared() throws Exception {
    ReadBuffers buffers = new ReadBuffers(6 * SMALL + 2 * LARGE);
    ExecutorService pool = Executors.newFixedThreadPool(4);
    List<Callable<Integer>> work = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      long owner = t;
      work.add(() -> takeAndProve(buffers, owner));
    }
    for (Future<Integer> each : pool.invokeAll(work)) {
      assertThat(each.get()).isPositive();
    }
    pool.shutdown();
    assertThat(buffers.inUse()).isZero();
  }

  private static int takeAndProve(ReadBuffers buffers, long owner) {
    Random random = new Random(owner);
    int got = 0;
    for (int i = 0; i < 20_000; i++) {
      ReadBuffer buffer = buffers.take(random.nextBoolean() ? SMALL : LARGE);
      if (buffer != null) {
        got++;
        buffer.first(8).putLong(0, owner);
        Thread.onSpinWait();
        assertThat(buffer.first(8).getLong(0)).isEqualTo(owner);
        buffers.release(buffer);
      }
    }
    return got;
  }
}
