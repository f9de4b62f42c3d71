package io.strata.perf.bench;

import io.strata.perf.common.Pattern;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how fast a cache adapts to a load that moves to another table. Table A, 1.5 times the
 * size of the cache, is read with Zipfian popularity; then all reads go to table B, 0.8 times the
 * size of the cache, with uniform popularity. The figure is the number of rounds, each of as many
 * reads as B has blocks, until the hit ratio of a tenth of a round reaches 95 %. A missed block is
 * inserted at once; after some missed bytes the reader pauses, as if it waited for a disk, so that
 * caches with background writers keep up.
 *
 * <p>Caches of blocks without bytes of their own are Strata's engine with blocks whose bytes are
 * not written, and HBase's on-heap caches with blocks that share their bytes.
 *
 * <p>Command: {@code ./strata bench engine moving}.
 */
final class MovingProbe implements Probe {
  /** The number of rounds after which the probe gives up. */
  static final int MAX_ROUNDS = 14;

  private static final int TENTHS = 10;
  private static final int MIN_ROUNDS = 6;
  private static final double TARGET_HIT_RATIO = 0.95;
  private static final double TABLE_A = 1.5;
  private static final double TABLE_B = 0.8;

  /** The minimum block size of the mixes, in bytes. */
  private static final int MIN_BLOCK_BYTES = 4 << 10;

  private static final int ROUNDS_OF_A = 6;
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
        ReadCache.open(kind, load.size().memory(), bytes, load.blocks().from().usual())) {
      Table a = new Table(cache, 0, lengthsOfA);
      sink.figure(load.figure("before"), readA(a));
      long copied = cache.copiedBytes();
      Table b = new Table(cache, lengthsOfA.length, lengthsOfB);
      sink.figure(load.figure("rounds"), readB(b, sink));
      cache.awaitQuiet();
      if (kind == CacheKind.STRATA) {
        long bytesOfB = Arrays.stream(lengthsOfB).asLongStream().sum();
        sink.figure(load.figure("copied"), (double) (cache.copiedBytes() - copied) / bytesOfB);
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

  /** Reads table A and returns the hit ratio of the second half. */
  private double readA(Table a) {
    int[] order = Pattern.ZIPF.order(a.lengths.length, ROUNDS_OF_A * a.lengths.length, 1);
    int half = order.length / 2;
    long hits = 0;
    for (int i = 0; i < order.length; i++) {
      boolean hit = a.read(order[i]);
      hits += hit && i >= half ? 1 : 0;
    }
    return (double) hits / (order.length - half);
  }

  /** Reads table B and returns the number of rounds until the target hit ratio. */
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
      if (reached == 0 && hits >= TARGET_HIT_RATIO * reads) {
        reached = (tenth + 1.0) / TENTHS;
      }
    }
    return reached == 0 ? MAX_ROUNDS : reached;
  }

  /** A table with blocks numbered from {@code first}. */
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
