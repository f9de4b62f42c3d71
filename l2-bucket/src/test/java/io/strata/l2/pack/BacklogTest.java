package io.strata.l2.pack;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.pack.Backlog.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BacklogTest {
  private static final int BLOCK = 64 << 10;
  private static final long SMALL_CACHE = 64L << 20;
  private static final long LARGE_CACHE = 1L << 40;

  /** Queues blocks until one is refused; returns how many were queued. */
  private static int fill(Backlog backlog, int bytes) {
    int queued = 0;
    while (backlog.reserve(bytes)) {
      backlog.add(new Waiting(queued++, bytes, false));
    }
    return queued;
  }

  @Test
  void waitingBytesAreAtMostAFractionOfTheCache() {
    for (int bytes : new int[] {4 << 10, 8 << 10, BLOCK, 1 << 20}) {
      Backlog backlog = new Backlog(() -> SMALL_CACHE);

      assertThat(fill(backlog, bytes)).isPositive();

      assertThat(backlog.isFull()).isTrue();
      assertThat(backlog.bytes()).isBetween(SMALL_CACHE / 10, SMALL_CACHE / 7 + bytes);
    }
  }

  @Test
  void waitingBytesOfALargeCacheAreBounded() {
    Backlog backlog = new Backlog(() -> LARGE_CACHE);

    assertThat(fill(backlog, BLOCK)).isBetween(200, 300);
  }

  @Test
  void numberOfSmallBlocksIsBounded() {
    Backlog backlog = new Backlog(() -> LARGE_CACHE);

    int queued = fill(backlog, 1);
    assertThat(queued).isLessThan(5_000);

    while (backlog.poll() != null) {}
    assertThat(backlog.bytes()).isZero();
  }

  @Test
  void oneBlockMayWaitHoweverSmallTheCache() {
    Backlog backlog = new Backlog(() -> 0);

    assertThat(backlog.isFull()).isFalse();
    assertThat(fill(backlog, BLOCK)).isEqualTo(1);
  }

  @Test
  void boundFollowsTheSizeOfTheCache() {
    AtomicLong bytes = new AtomicLong(SMALL_CACHE);
    Backlog backlog = new Backlog(bytes::get);
    int before = fill(backlog, BLOCK);

    bytes.set(2 * SMALL_CACHE);
    int added = fill(backlog, BLOCK);
    bytes.set(SMALL_CACHE);

    assertThat(added).isBetween(before - 1, before + 1);
    assertThat(backlog.isFull()).isTrue();
  }

  @Test
  void blocksAreTakenInOrderAndTheirBytesReleased() {
    Backlog backlog = new Backlog(() -> SMALL_CACHE);
    int queued = fill(backlog, BLOCK);

    for (int handle = 0; handle < queued; handle++) {
      assertThat(backlog.isEmpty()).isFalse();
      assertThat(backlog.poll()).isEqualTo(new Waiting(handle, BLOCK, false));
    }

    assertThat(backlog.poll()).isNull();
    assertThat(backlog.isEmpty()).isTrue();
    assertThat(backlog.bytes()).isZero();
  }

  @Test
  void bytesOfABlockThatIsNotAddedAreReleased() {
    Backlog backlog = new Backlog(() -> 0);
    assertThat(backlog.reserve(BLOCK)).isTrue();

    backlog.release(BLOCK);

    assertThat(backlog.reserve(BLOCK)).isTrue();
  }

  @Test
  void concurrentThreadsExceedTheBoundByOneBlock() throws Exception {
    Backlog backlog = new Backlog(() -> SMALL_CACHE);
    AtomicInteger queued = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          new Thread(
              () -> {
                for (int turn = 0; turn < 100_000; turn++) {
                  if (backlog.reserve(BLOCK)) {
                    backlog.add(new Waiting(turn, BLOCK, true));
                    queued.incrementAndGet();
                  }
                  if (turn % 3 == 0 && backlog.poll() != null) {
                    queued.decrementAndGet();
                  }
                }
              }));
    }

    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(backlog.bytes()).isEqualTo((long) queued.get() * BLOCK);
    assertThat(backlog.bytes()).isLessThanOrEqualTo(SMALL_CACHE / 8 + BLOCK);
  }
}
