package io.strata.perf.stream.measure;

import io.strata.perf.stream.engine.AppendEngine;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/**
 * Tail reads: one thread appends, and another spins until the append is published and reads it. The
 * latency is from the call of the append to the last byte read. The next append waits for the read.
 */
public final class TailReads {
  private final AppendEngine engine;
  private final int bytes;
  private final int reads;

  /** The offset of the newest append in the upper half, the number of appends in the lower. */
  private final AtomicLong appended = new AtomicLong();

  /** The number of appends read. */
  private final AtomicLong done = new AtomicLong();

  private volatile long begun;

  /**
   * Creates a measurement of an engine with at least one number.
   *
   * @param bytes length of an append
   * @param reads number of reads, 1 or more
   */
  public TailReads(AppendEngine engine, int bytes, int reads) {
    this.engine = engine;
    this.bytes = bytes;
    this.reads = reads;
  }

  /** Runs all reads and returns their latencies in nanoseconds. May be called only once. */
  public Histogram measure() throws InterruptedException {
    Histogram histogram = Latencies.histogram();
    Data data = new Data(bytes);
    Thread reader = new Thread(() -> read(histogram), "tail-reader");
    reader.start();
    for (int i = 1; i <= reads && reader.isAlive(); i++) {
      byte[] each = data.of(i);
      begun = System.nanoTime();
      long at = engine.append(0, each);
      appended.set(at << Integer.SIZE | i);
      while (done.get() != i && reader.isAlive()) {
        Thread.onSpinWait();
      }
    }
    reader.join();
    if (histogram.getTotalCount() != reads) {
      throw new IllegalStateException("The tail reader failed.");
    }
    return histogram;
  }

  private void read(Histogram histogram) {
    Data data = new Data(bytes);
    for (int i = 1; i <= reads; i++) {
      long newest = appended.get();
      while ((int) newest != i) {
        Thread.onSpinWait();
        newest = appended.get();
      }
      engine.readAppended(0, (int) (newest >>> Integer.SIZE), data.into());
      histogram.recordValue(System.nanoTime() - begun);
      data.check(i, bytes);
      done.set(i);
    }
  }
}
