package io.strata.l2.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class ConcurrentReadsTest {
  private static final int THREADS = 4;
  private static final int READS = 500_000;
  private static final int BLOCK = 1_000;

  private final LongAdder served = new LongAdder();

  private void read(MissRatioCurve curve, long block, int bytes) {
    served.increment();
    curve.record(MissRatioCurve.hash("file", block), bytes);
  }

  private static void together(Runnable each) throws InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> futures = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        futures.add(threads.submit(each));
      }
      for (Future<?> future : futures) {
        future.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Every read is counted once or dropped, and each block with its own length. */
  @Test
  void readsAreCountedExactlyOnceWithTheirLengths() throws Exception {
    int blocks = 5_000;
    MissRatioCurve curve = new MissRatioCurve(Long.MAX_VALUE, served::sum, 1, Long.MAX_VALUE);
    LongAdder bytes = new LongAdder();
    together(
        () -> {
          Random random = new Random(Thread.currentThread().getId());
          for (int i = 0; i < READS; i++) {
            int block = random.nextInt(blocks);
            bytes.add(1 + block);
            read(curve, block, 1 + block);
          }
        });
    CurveSnapshot snapshot = curve.snapshot();
    long dropped = snapshot.droppedSamples();
    assertThat(snapshot.reads()).isEqualTo((double) THREADS * READS - dropped, within(1e-3));
    assertThat(snapshot.countedReads()).isEqualTo(snapshot.reads(), within(1e-3));
    assertThat(snapshot.trackedKeys()).isEqualTo(blocks);
    assertThat(snapshot.countedBytes())
        .isLessThanOrEqualTo((double) bytes.sum())
        .isGreaterThanOrEqualTo((double) bytes.sum() - dropped * blocks);
    long footprint = (long) blocks * (blocks + 1) / 2;
    double cold = blocks / snapshot.reads();
    assertThat(snapshot.hitRatioAt(footprint)).isEqualTo(1 - cold, within(1e-6));
    assertThat(snapshot.hitRatioAt(footprint / 2)).isCloseTo(0.5, within(0.02));
  }

  /** Meanwhile the threshold falls, counts are halved, and the range changes. */
  @Test
  void snapshotIsAlwaysAValidCurve() throws Exception {
    MissRatioCurve curve = new MissRatioCurve(Long.MAX_VALUE, served::sum, 1, 10_000);
    AtomicBoolean done = new AtomicBoolean();
    Thread looker =
        new Thread(
            () -> {
              while (!done.get()) {
                curve.setRange(BLOCK + (long) (Math.random() * 1e9));
              }
            });
    looker.start();
    try {
      together(
          () -> {
            Random random = new Random(Thread.currentThread().getId());
            for (int i = 0; i < READS; i++) {
              read(curve, Math.abs(random.nextLong() % (1 + i)), BLOCK);
              if (i % 10_000 == 0) {
                assertIsACurve(curve.snapshot());
              }
            }
          });
    } finally {
      done.set(true);
      looker.join();
    }
    assertThat(curve.snapshot().samplingRate()).isLessThan(1);
  }

  private static void assertIsACurve(CurveSnapshot snapshot) {
    double hits = 0;
    double bytes = 0;
    for (CurveSnapshot.Point point : snapshot.pointsAround(10_000L * BLOCK)) {
      assertThat(point.hitRatio()).isBetween(hits, 1.0);
      assertThat(point.byteHitRatio()).isBetween(bytes, 1.0);
      hits = point.hitRatio();
      bytes = point.byteHitRatio();
    }
  }
}
