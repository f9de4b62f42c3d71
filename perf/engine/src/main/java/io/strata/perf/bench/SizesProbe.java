package io.strata.perf.bench;

import io.strata.l2.BlockStore;

/**
 * Measures the life of a store of production size ({@link SparseStore}): the time until it has its
 * first hit, the time of an insert while it fills, the times until a full store has given up a
 * gigabyte and has it again, and the time to close it.
 *
 * <p>A gigabyte, because a shrinking store copies blocks, and the copies take real memory.
 *
 * <p>Command: {@code ./strata bench engine sizes}.
 */
final class SizesProbe implements Probe {
  private static final long STEP = 1L << 30;
  private static final long QUICK_BYTES = 256L << 20;
  private static final long QUICK_STEP = 64L << 20;

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

      begin = System.nanoTime();
      sparse.resize(bytes - step);
      begin = report(sink, "shrink", begin);
      sparse.resize(bytes);
      report(sink, "grow", begin);

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

  /** Reports the time since the beginning; returns the time now. */
  private long report(Probe.Sink sink, String name, long begin) {
    long now = System.nanoTime();
    sink.whole(size.figure(name), now - begin);
    return now;
  }
}
