package io.strata.doctor.size;

import io.strata.doctor.text.Bytes;
import io.strata.doctor.text.DoctorException;
import io.strata.readpath.config.Diagnosis;
import io.strata.readpath.config.InvalidSettingException;
import io.strata.readpath.config.JvmMemory;
import io.strata.readpath.config.MemoryLimits;
import io.strata.readpath.config.MemoryNeed;
import io.strata.readpath.config.PhysicalMemory;
import org.apache.hadoop.conf.Configuration;

/**
 * How large the off-heap tier can be: all that the formula of {@link MemoryNeed} leaves, as the
 * start-up check reckons it, and no more than the data needs.
 */
final class Sizing {
  private static final long MIN_MB = 64;
  private static final long MAX_MB = 4L << 20;
  private static final long TRIAL_MB = 32;

  /** With what the tier grows by, the headroom grows by a 64th of it. */
  private static final int HEADROOM_SHARE = 64;

  /** Blocks are never packed without a gap. */
  private static final int SLACK_SHARE = 10;

  private static final long MIN_DIRECT_LEFT = 256 * Bytes.MB;
  private static final int DIRECT_LEFT_SHARE = 64;
  private static final long STEP = 64 * Bytes.MB;

  private final SizingProfile shape;
  private final long fitting;
  private final long wanted;

  private Sizing(SizingRequest wish) {
    shape = new SizingProfile(wish);
    long left = shape.budget() - need(TRIAL_MB).bytes();
    long more = Math.floorDiv(left, Bytes.MB) * HEADROOM_SHARE / (HEADROOM_SHARE + 1);
    fitting = Math.min(TRIAL_MB + more, MAX_MB);
    wanted =
        wish.data().isEmpty()
            ? MAX_MB
            : Math.max(
                MIN_MB,
                Bytes.megabytes(wish.data().getAsLong() / SLACK_SHARE * (SLACK_SHARE + 1)));
  }

  /**
   * Sizes.
   *
   * @throws DoctorException if the memory is too small, saying how much is enough
   */
  static Sizing of(SizingRequest wish) {
    Sizing sizing = new Sizing(wish);
    if (sizing.fitting >= MIN_MB) {
      return sizing;
    }
    long enough = wish.memory();
    while (new Sizing(wish.withMemory(enough)).fitting < MIN_MB) {
      enough += STEP;
    }
    throw new DoctorException(
        "The memory is %s, and a RegionServer with a heap of %s%s, and %s for all others, needs more: give it at least %s."
            .formatted(
                Bytes.inMegabytes(wish.memory()),
                Bytes.inMegabytes(sizing.shape.heap()),
                wish.hasFlash() ? ", with such files on disks" : "",
                Bytes.inMegabytes(wish.forOthers()),
                Bytes.inMegabytes(enough)));
  }

  SizingProfile shape() {
    return shape;
  }

  /** The size of the off-heap tier. */
  long megabytes() {
    return Math.min(fitting, wanted);
  }

  /** Whether all data fits, and memory may be left over. */
  boolean holdsAllData() {
    return shape.wish().data().isPresent() && wanted <= fitting;
  }

  /** What the process takes, with a tier of that size. */
  MemoryNeed need() {
    return need(megabytes());
  }

  /** For {@code -XX:MaxDirectMemorySize}: what is known of, and some for network and files. */
  long directBytes() {
    MemoryNeed need = need();
    return need.tier()
        + need.buffers()
        + need.flash()
        + Math.max(MIN_DIRECT_LEFT, need.tier() / DIRECT_LEFT_SHARE);
  }

  private MemoryNeed need(long megabytes) {
    Configuration conf = new Configuration(false);
    new SettingList(shape, megabytes, false)
        .settings()
        .forEach(each -> conf.set(each.name(), each.value()));
    MemoryLimits roomy =
        new MemoryLimits(
            shape.heap(), Long.MAX_VALUE, JvmMemory.usual(shape.heap()), PhysicalMemory.UNLIMITED);
    Diagnosis diagnosis = Diagnosis.of(conf, roomy, false);
    for (InvalidSettingException error : diagnosis.errors()) {
      throw new DoctorException(String.valueOf(error.getMessage()));
    }
    return diagnosis.settings().memoryNeed();
  }
}
