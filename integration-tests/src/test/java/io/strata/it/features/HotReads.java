package io.strata.it.features;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Reads hot rows at a fixed rate, and says which share was hit before, during and after a scan. */
final class HotReads {
  /** So seldom that a scan brings more than the cache holds between two reads of a block. */
  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** One read in so many is of any row of the large table. */
  private static final int ONE_COLD_IN = 20;

  private static final int READS_TO_WARM = 12_000;
  private static final int READS_TO_JUDGE = 2_000;

  /** The hit ratio at worst is that of so many reads. */
  private static final int WINDOW = 500;

  private final RowTable hot;
  private final RowTable cold;
  private final SplittableRandom random = new SplittableRandom(1);
  private long next = System.nanoTime();

  HotReads(RowTable hot, RowTable cold) {
    this.hot = hot;
    this.cold = cold;
  }

  /** Shares of the reads of hot rows that took nothing from the file, 0 to 1. */
  record Ratios(double before, double during, double worst, double after) {}

  Ratios measure() throws Exception {
    read(READS_TO_WARM);
    double before = ratio(read(READS_TO_JUDGE));
    CompletableFuture<Void> scan = CompletableFuture.runAsync(this::scan);
    List<Boolean> hits = new ArrayList<>();
    while (!scan.isDone()) {
      hits.addAll(read(WINDOW));
    }
    scan.get();
    double worst = 1;
    for (int from = 0; from + WINDOW <= hits.size(); from += WINDOW) {
      worst = Math.min(worst, ratio(hits.subList(from, from + WINDOW)));
    }
    return new Ratios(before, ratio(hits), worst, ratio(read(READS_TO_JUDGE)));
  }

  private void scan() {
    try {
      cold.scan();
    } catch (IOException e) {
      throw new IllegalStateException("The scan failed.", e);
    }
  }

  /** Reads so many hot rows; says of each whether it was hit. */
  private List<Boolean> read(int count) throws IOException {
    List<Boolean> hits = new ArrayList<>();
    while (hits.size() < count) {
      // From where it should have begun, however late the one before was done.
      next = Math.max(next + INTERVAL_NANOS, System.nanoTime() - TimeUnit.SECONDS.toNanos(1));
      LockSupport.parkNanos(next - System.nanoTime());
      if (random.nextInt(ONE_COLD_IN) == 0) {
        cold.isHit(random.nextInt(cold.rows()));
      } else {
        hits.add(hot.isHit(random.nextInt(hot.rows())));
      }
    }
    return hits;
  }

  private static double ratio(List<Boolean> hits) {
    return hits.stream().mapToInt(hit -> hit ? 1 : 0).average().orElse(1);
  }
}
