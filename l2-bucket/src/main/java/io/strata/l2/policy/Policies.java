package io.strata.l2.policy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The policies that there are. */
public enum Policies {
  /** {@link ReuseDistance}. */
  REUSE_DISTANCE {
    @Override
    public Policy make(LogicalClock clock, ByteBuffer memory) {
      return new ReuseDistance(clock, memory);
    }
  },

  /** {@link WindowTinyLfu}. */
  W_TINY_LFU {
    @Override
    public Policy make(LogicalClock clock, ByteBuffer memory) {
      return new WindowTinyLfu(clock, memory);
    }
  },

  /** {@link S3Fifo}. */
  S3_FIFO {
    @Override
    public Policy make(LogicalClock clock, ByteBuffer memory) {
      return new S3Fifo(clock, memory);
    }
  },

  /** {@link Lru}. */
  LRU {
    @Override
    public Policy make(LogicalClock clock, ByteBuffer memory) {
      return new Lru(clock);
    }
  };

  /** What measures best: see {@code ./strata replay}. */
  public static final Policies DEFAULT = REUSE_DISTANCE;

  /**
   * Whether it counts the blocks that have one mark or another, so that a block which it was not
   * told of must come to it with a bare mark ({@link LogicalClock#bare}).
   */
  public boolean countsBlocks() {
    return this == W_TINY_LFU || this == S3_FIFO;
  }

  /**
   * Makes one.
   *
   * @param clock the cache's time
   * @param memory for what it remembers of blocks that went, of {@link GhostMemory#allocate}
   */
  public abstract Policy make(LogicalClock clock, ByteBuffer memory);

  /**
   * Makes one with a time and memory of its own.
   *
   * @param capacity bytes that the cache has for blocks
   * @param remembered how many blocks that went may be remembered, a power of two
   */
  public final Policy make(long capacity, int remembered) {
    return make(new LogicalClock(capacity), GhostMemory.allocate(remembered));
  }

  /** What configurations and tables call them. */
  public static List<String> titles() {
    return Arrays.stream(values()).map(Policies::title).toList();
  }

  /** The one that is called so. */
  public static Optional<Policies> named(String title) {
    return Arrays.stream(values()).filter(each -> each.title().equals(title)).findFirst();
  }

  /** What configurations and tables call it. */
  public String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
