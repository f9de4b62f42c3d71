package io.strata.perf.stream.measure;

import io.strata.perf.stream.engine.AppendEngine;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/**
 * One thread appends, another waits for it, spinning, and reads what was appended: how long it is
 * from the call of the append to the last byte's being read. The next append waits for that.
 */
public final class TailReads {
  private final AppendEngine engine;
  private final int bytes;
  private final int reads;

  /** Where the newest bytes begin, above the number of appends; and how many of them were read. */
  private final AtomicLong appended = new AtomicLong();

  private final AtomicLong done = new AtomicLong();
  private volatile long begun;

  /**
   * Of an engine that has a number at least.
   *
   * @param bytes of an append
   * @param reads how many, 1 or more
   */
  public TailReads(AppendEngine engine, int bytes, int reads) {
    this.engine = engine;
    this.bytes = bytes;
    this.reads = reads;
  }

  /** Does all; returns nanoseconds. Once for each object. */
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
      throw new IllegalStateException("The reader of the tail failed.");
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
