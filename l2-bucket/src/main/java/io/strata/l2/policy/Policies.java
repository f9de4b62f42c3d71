package io.strata.l2.policy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The policies to choose from. */
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

  /** The policy with the best results in {@code ./strata replay}. */
  public static final Policies DEFAULT = REUSE_DISTANCE;

  /**
   * Returns whether the policy counts blocks by their policy bits. Then a block that the policy did
   * not insert must reach it with bare policy bits ({@link LogicalClock#bare}).
   */
  public boolean countsBlocks() {
    return this == W_TINY_LFU || this == S3_FIFO;
  }

  /**
   * Creates the policy.
   *
   * @param clock of the cache
   * @param memory for ghost entries: of a policy of the same name, or cleared
   */
  public abstract Policy make(LogicalClock clock, ByteBuffer memory);

  /**
   * Creates the policy with its own clock and memory.
   *
   * @param capacity of the cache, in bytes
   * @param ghosts how many ghost entries it may keep, a power of two
   */
  public final Policy make(long capacity, int ghosts) {
    return make(new LogicalClock(capacity), GhostMemory.allocate(ghosts));
  }

  /** Returns the names of all policies in configurations and tables. */
  public static List<String> titles() {
    return Arrays.stream(values()).map(Policies::title).toList();
  }

  /** Returns the policy of this name. */
  public static Optional<Policies> named(String title) {
    return Arrays.stream(values()).filter(each -> each.title().equals(title)).findFirst();
  }

  /** Returns the name in configurations and tables. */
  public String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
