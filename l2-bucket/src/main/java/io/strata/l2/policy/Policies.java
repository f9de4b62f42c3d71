package io.strata.l2.policy;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The policies that there are. */
public enum Policies {
  /** {@link ReuseDistance}. */
  REUSE_DISTANCE {
    @Override
    public Policy make(long capacity, int remembered) {
      return new ReuseDistance(capacity, remembered);
    }
  },

  /** {@link WindowTinyLfu}. */
  W_TINY_LFU {
    @Override
    public Policy make(long capacity, int remembered) {
      return new WindowTinyLfu(capacity, remembered);
    }
  },

  /** {@link S3Fifo}. */
  S3_FIFO {
    @Override
    public Policy make(long capacity, int remembered) {
      return new S3Fifo(capacity, remembered);
    }
  },

  /** {@link Lru}. */
  LRU {
    @Override
    public Policy make(long capacity, int remembered) {
      return new Lru(capacity);
    }
  };

  /** What measures best: see {@code ./replay}. */
  public static final Policies DEFAULT = REUSE_DISTANCE;

  /**
   * Makes one.
   *
   * @param capacity bytes that the cache has for blocks
   * @param remembered how many blocks that went may be remembered, a power of two; each takes at
   *     most {@link Policy#BYTES_TO_REMEMBER} bytes outside the heap
   */
  public abstract Policy make(long capacity, int remembered);

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
