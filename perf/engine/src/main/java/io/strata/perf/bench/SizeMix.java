package io.strata.perf.bench;

import java.util.SplittableRandom;

/** Distributions of block sizes, in bytes including the header. */
enum SizeMix {
  /** 64 KB plus up to one cell of 1,000 bytes. */
  KB64_SMALL_CELLS(64 << 10),
  /** 64 KB plus up to one cell of 4 KB. */
  KB64_LARGE_CELLS(64 << 10),
  /** Encoded 64 KB blocks: log-normal, median 22 KB, sigma 0.6, clamped to 1–256 KB. */
  ENCODED(22 << 10),
  /** 8 KB plus up to one cell of 0.5 KB. */
  KB8(8 << 10),
  /** 64 KB × 4^(u³) with u uniform in [0, 1): half are below 78 KB, a tenth above 176 KB. */
  FEW_LARGE(64 << 10),
  /** Exactly 64 KB. */
  KB64(64 << 10),
  /** 24 KB plus up to one cell of 1,000 bytes. */
  KB24_SMALL_CELLS(24 << 10),
  /** 128 KB plus up to one cell of 1,000 bytes. */
  KB128_SMALL_CELLS(128 << 10),
  /** 8, 24 or 64 KB plus up to one cell of 1,000 bytes. */
  THREE(24 << 10),
  /** 3 KB to 490 KB, log-uniform. */
  WIDE(38 << 10),
  /** 600 KB to 1.5 MB, uniform. */
  HUGE(1 << 20),
  /** 4 KB to 128 KB, log-uniform. */
  ANY(32 << 10),
  /** A fixed size slightly above a power of two. */
  OVER_POWER_OF_TWO(32 << 10);

  private static final int[] THREE_KILOBYTES = {8, 24, 64};

  private final int usual;

  SizeMix(int usual) {
    this.usual = usual;
  }

  private static int encoded(SplittableRandom random) {
    double size = (22 << 10) * Math.exp(0.6 * random.nextGaussian());
    return (int) Math.min(256 << 10, Math.max(1 << 10, size));
  }

  /** Returns the typical block size, in bytes. */
  int usual() {
    return usual;
  }

  /** Returns the size of the next block. */
  int next(SplittableRandom random) {
    return switch (this) {
      case KB64_SMALL_CELLS -> (64 << 10) + random.nextInt(1_100);
      case KB64_LARGE_CELLS -> (64 << 10) + random.nextInt(4 << 10);
      case ENCODED -> encoded(random);
      case KB8 -> (8 << 10) + random.nextInt(512);
      case FEW_LARGE -> (int) ((64 << 10) * Math.pow(4, Math.pow(random.nextDouble(), 3)));
      case KB64 -> 64 << 10;
      case KB24_SMALL_CELLS -> (24 << 10) + random.nextInt(1_100);
      case KB128_SMALL_CELLS -> (128 << 10) + random.nextInt(1_100);
      case THREE -> (THREE_KILOBYTES[random.nextInt(3)] << 10) + random.nextInt(1_100);
      case WIDE -> (int) ((3 << 10) * Math.pow(490.0 / 3, random.nextDouble()));
      case HUGE -> random.nextInt(600 << 10, (1536 << 10) + 1);
      case ANY -> (int) ((4 << 10) * Math.pow(32, random.nextDouble()));
      case OVER_POWER_OF_TWO -> (32 << 10) + 100;
    };
  }
}
