package io.strata.it.features;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Reads hot rows at a fixed rate and measures the hit ratio before, during and after a scan. */
final class HotReads {
  /** Rare enough for a scan to read more than the cache between two reads of a block. */
  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** One read in this many is of a random row of the large table. */
  private static final int ONE_COLD_IN = 20;

  private static final int READS_TO_WARM = 12_000;
  private static final int READS_TO_JUDGE = 2_000;

  /** Number of reads over which the worst hit ratio is computed. */
  private static final int WINDOW = 500;

  private final RowTable hot;
  private final RowTable cold;
  private final SplittableRandom random = new SplittableRandom(1);
  private long next = System.nanoTime();

  HotReads(RowTable hot, RowTable cold) {
    this.hot = hot;
    this.cold = cold;
  }

  /** Shares of reads of hot rows that took nothing from the file, 0 to 1. */
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

  /** Reads hot rows and returns for each whether it was a hit. */
  private List<Boolean> read(int count) throws IOException {
    List<Boolean> hits = new ArrayList<>();
    while (hits.size() < count) {
      // From the scheduled start, however late the last one ended.
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
