package io.strata.perf.bench;

import java.util.SplittableRandom;

/** The sizes in which blocks arrive, in bytes with header. */
enum SizeMix {
  /** Blocks of 64 KB that end with the first cell of 1,000 bytes that goes beyond. */
  KB64_SMALL_CELLS(64 << 10),
  /** Blocks of 64 KB that end with a cell of up to 4 KB. */
  KB64_LARGE_CELLS(64 << 10),
  /** Encoded blocks of 64 KB: the size is log-normal, median 22 KB, sigma 0.6, in 1 to 256 KB. */
  ENCODED(22 << 10),
  /** Blocks of 8 KB that end with a cell of up to 0.5 KB. */
  KB8(8 << 10),
  /** 64 KB × 4^(u³) with u uniform in 0 to 1: half are under 78 KB, a tenth over 176 KB. */
  FEW_LARGE(64 << 10),
  /** Exactly 64 KB. */
  KB64(64 << 10),
  /** Blocks of 24 KB that end with a cell of 1,000 bytes. */
  KB24_SMALL_CELLS(24 << 10),
  /** Blocks of 128 KB that end with a cell of 1,000 bytes. */
  KB128_SMALL_CELLS(128 << 10),
  /** Blocks of 8, of 24 or of 64 KB that end with a cell of 1,000 bytes. */
  THREE(24 << 10),
  /** From 3 KB to 490 KB, as many in each doubling. */
  WIDE(38 << 10),
  /** From 600 KB to 1.5 MB, uniform. */
  HUGE(1 << 20),
  /** From 4 KB to 128 KB, as many in each doubling. */
  ANY(32 << 10),
  /** One size, a little over a power of two. */
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

  /** About what a block has, in bytes. */
  int usual() {
    return usual;
  }

  /** The size of the next block. */
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
