package io.strata.perf.bench;

import io.strata.perf.common.Pattern;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * How soon a cache follows a load that moves to another table: table A, of one and a half times the
 * cache, is read by a skewed load; then all reads go to table B, of eight tenths of the cache, each
 * block as often as any other. What is counted are the rounds, each of as many reads as B has
 * blocks, until nine and a half of ten reads of a tenth of a round hit. A block that is missed is
 * offered at once; after some bytes of them the reader pauses, as if it had waited for a disk, so
 * that caches that write in the background keep up.
 *
 * <p>Sparse caches: Strata's engine over a sparse file, and HBase's on-heap caches of blocks that
 * share their bytes.
 *
 * <p>Command: {@code ./strata bench engine moving}.
 */
final class MovingProbe implements Probe {
  /** After so many rounds the probe gives up. */
  static final int MAX_ROUNDS = 14;

  private static final int TENTHS = 10;
  private static final int MIN_ROUNDS = 6;
  private static final double REACHED = 0.95;
  private static final double TABLE_A = 1.5;
  private static final double TABLE_B = 0.8;

  /** No block of any mix is shorter, in bytes. */
  private static final int MIN_BLOCK_BYTES = 4 << 10;

  private static final int READS_OF_A = 6;
  private static final long QUICK_BYTES = 64L << 20;
  private static final long PAUSE_NANOS = 50_000;
  private static final long BYTES_BETWEEN_PAUSES = 64 << 10;

  private final MovingLoad load;
  private final SplittableRandom random = new SplittableRandom(1);
  private long missedBytes;

  MovingProbe(MovingLoad load) {
    this.load = load;
  }

  @Override
  public void measure(CacheKind kind, boolean quick, Sink sink) throws InterruptedException {
    long bytes = quick ? QUICK_BYTES : load.size().bytes();
    int[] lengthsOfA = lengths(load.blocks().from(), (long) (TABLE_A * bytes));
    int[] lengthsOfB = lengths(load.blocks().to(), (long) (TABLE_B * bytes));
    try (ReadCache cache =
        ReadCache.open(kind, load.size().isSparse(), bytes, load.blocks().from().usual())) {
      Table a = new Table(cache, 0, lengthsOfA);
      sink.figure(load.figure("before"), readA(a));
      long copied = cache.copiedBytes();
      Table b = new Table(cache, lengthsOfA.length, lengthsOfB);
      sink.figure(load.figure("rounds"), readB(b, sink));
      cache.awaitQuiet();
      if (kind == CacheKind.STRATA) {
        long changed = Arrays.stream(lengthsOfB).asLongStream().sum();
        sink.figure(load.figure("copied"), (double) (cache.copiedBytes() - copied) / changed);
      }
    }
  }

  private int[] lengths(SizeMix mix, long bytes) {
    int[] lengths = new int[(int) (bytes / MIN_BLOCK_BYTES) + 1];
    int count = 0;
    for (long rest = bytes; rest > 0; count++) {
      lengths[count] = mix.next(random);
      rest -= lengths[count];
    }
    return Arrays.copyOf(lengths, count);
  }

  /** Returns the hit ratio of the second half. */
  private double readA(Table a) {
    int[] order = Pattern.ZIPF.order(a.lengths.length, READS_OF_A * a.lengths.length, 1);
    int half = order.length / 2;
    long hits = 0;
    for (int i = 0; i < order.length; i++) {
      boolean hit = a.read(order[i]);
      hits += hit && i >= half ? 1 : 0;
    }
    return (double) hits / (order.length - half);
  }

  /** Returns the rounds that it took. */
  private double readB(Table b, Sink sink) {
    int reads = b.lengths.length / TENTHS;
    double reached = 0;
    for (int tenth = 0; tenth < MAX_ROUNDS * TENTHS; tenth++) {
      if (reached > 0 && tenth >= MIN_ROUNDS * TENTHS) {
        break;
      }
      int hits = 0;
      for (int i = 0; i < reads; i++) {
        hits += b.read(random.nextInt(b.lengths.length)) ? 1 : 0;
      }
      sink.figure(load.hits(tenth), (double) hits / reads);
      if (reached == 0 && hits >= REACHED * reads) {
        reached = (tenth + 1.0) / TENTHS;
      }
    }
    return reached == 0 ? MAX_ROUNDS : reached;
  }

  /** A table whose blocks are numbered from {@code first} on. */
  private final class Table {
    private final ReadCache cache;
    private final int first;
    private final int[] lengths;

    Table(ReadCache cache, int first, int[] lengths) {
      this.cache = cache;
      this.first = first;
      this.lengths = lengths;
    }

    boolean read(int block) {
      boolean hit = cache.read(first + block, lengths[block]);
      if (!hit) {
        missedBytes += lengths[block];
        if (missedBytes >= BYTES_BETWEEN_PAUSES) {
          missedBytes = 0;
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      }
      return hit;
    }
  }
}
