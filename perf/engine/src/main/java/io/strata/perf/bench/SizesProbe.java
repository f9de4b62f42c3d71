package io.strata.perf.bench;

import io.strata.l2.BlockStore;

/**
 * Measures the life of a store of production size ({@link SparseStore}): the time until it has its
 * first hit, the times of an insert while it fills and of one that evicts, the times until a full
 * store has given up a gigabyte and has it again, and the time to close it.
 *
 * <p>A gigabyte, because a shrinking store copies blocks, and the copies take real memory.
 *
 * <p>Command: {@code ./strata bench engine sizes}.
 */
final class SizesProbe implements Probe {
  static final long STEP = 1L << 30;
  private static final long QUICK_BYTES = 256L << 20;
  private static final long QUICK_STEP = 64L << 20;

  /** The number of inserts that are measured, after as many that have the code compiled. */
  private static final int EVICTING = 500_000;

  private static final int QUICK_EVICTING = 5_000;

  private final StoreSize size;

  SizesProbe(StoreSize size) {
    this.size = size;
  }

  @Override
  public void measure(CacheKind cache, boolean quick, Sink sink) throws InterruptedException {
    long bytes = quick ? QUICK_BYTES : size.bytes();
    long step = quick ? QUICK_STEP : STEP;
    long begin = System.nanoTime();
    try (SparseStore sparse = new SparseStore(bytes)) {
      awaitFirstHit(sparse);
      begin = report(sink, "start", begin);
      long inserts = sparse.fill();
      sink.figure(size.figure("insert"), (double) (System.nanoTime() - begin) / inserts);
      sink.whole(size.figure("blocks"), sparse.blocks());
      sink.whole(size.figure("dropped"), sparse.dropped());

      sink.figure(size.figure("evict"), evict(sparse, quick ? QUICK_EVICTING : EVICTING));

      if (size.isResized()) {
        begin = System.nanoTime();
        sparse.resize(bytes - step);
        begin = report(sink, "shrink", begin);
        sparse.resize(bytes);
        report(sink, "grow", begin);
      }

      sparse.check();
      begin = System.nanoTime();
    }
    report(sink, "close", begin);
  }

  private static void awaitFirstHit(SparseStore sparse) {
    sparse.insert();
    while (sparse.hitNewest() == BlockStore.NONE) {
      Thread.onSpinWait();
    }
  }

  /** Returns the nanoseconds of an insert into a full store. */
  private static double evict(SparseStore sparse, int inserts) {
    for (int i = 0; i < inserts; i++) {
      sparse.insert();
    }
    long begin = System.nanoTime();
    for (int i = 0; i < inserts; i++) {
      sparse.insert();
    }
    return (double) (System.nanoTime() - begin) / inserts;
  }

  /** Reports the time since the beginning; returns the time now. */
  private long report(Probe.Sink sink, String name, long begin) {
    long now = System.nanoTime();
    sink.whole(size.figure(name), now - begin);
    return now;
  }
}
