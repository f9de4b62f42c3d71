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
 * Computes the size of the off-heap tier: all memory that the formula of the startup check ({@link
 * MemoryNeed}) leaves, but no more than the data needs.
 */
final class Sizing {
  private static final long MIN_MB = 64;
  private static final long MAX_MB = 4L << 20;
  private static final long TRIAL_MB = 32;

  /** The headroom grows by 1/64 of the tier. */
  private static final int HEADROOM_SHARE = 64;

  /** Internal fragmentation is 1/10 of the data. */
  private static final int SLACK_SHARE = 10;

  private static final long MIN_DIRECT_LEFT = 256 * Bytes.MB;
  private static final int DIRECT_LEFT_SHARE = 64;
  private static final long STEP = 64 * Bytes.MB;

  private final SizingProfile profile;
  private final long fitting;
  private final long wanted;

  private Sizing(SizingRequest request) {
    profile = new SizingProfile(request);
    long left = profile.budget() - need(TRIAL_MB).bytes();
    long more = Math.floorDiv(left, Bytes.MB) * HEADROOM_SHARE / (HEADROOM_SHARE + 1);
    fitting = Math.min(TRIAL_MB + more, MAX_MB);
    wanted =
        request.data().isEmpty()
            ? MAX_MB
            : Math.max(
                MIN_MB,
                Bytes.megabytes(request.data().getAsLong() / SLACK_SHARE * (SLACK_SHARE + 1)));
  }

  /**
   * Computes the size.
   *
   * @throws DoctorException if the memory is too small; the message names the minimum
   */
  static Sizing of(SizingRequest request) {
    Sizing sizing = new Sizing(request);
    if (sizing.fitting >= MIN_MB) {
      return sizing;
    }
    long enough = request.memory();
    while (new Sizing(request.withMemory(enough)).fitting < MIN_MB) {
      enough += STEP;
    }
    throw new DoctorException(
        "--memory=%s: too small for a RegionServer with a heap of %s%s, and %s for other processes. Set at least %s."
            .formatted(
                Bytes.inMegabytes(request.memory()),
                Bytes.inMegabytes(sizing.profile.heap()),
                request.hasFlash() ? " and such a flash tier" : "",
                Bytes.inMegabytes(request.forOthers()),
                Bytes.inMegabytes(enough)));
  }

  SizingProfile profile() {
    return profile;
  }

  /** Returns the size of the off-heap tier in MB. */
  long megabytes() {
    return Math.min(fitting, wanted);
  }

  /** Returns whether all data fits; then memory may be left over. */
  boolean holdsAllData() {
    return profile.request().data().isPresent() && wanted <= fitting;
  }

  /** Returns the memory of the process with a tier of that size. */
  MemoryNeed need() {
    return need(megabytes());
  }

  /** Returns the value of {@code -XX:MaxDirectMemorySize}, with a reserve for network and files. */
  long directBytes() {
    MemoryNeed need = need();
    return need.tier()
        + need.buffers()
        + need.flash()
        + Math.max(MIN_DIRECT_LEFT, need.tier() / DIRECT_LEFT_SHARE);
  }

  private MemoryNeed need(long megabytes) {
    Configuration conf = new Configuration(false);
    new SettingList(profile, megabytes, false)
        .settings()
        .forEach(each -> conf.set(each.name(), each.value()));
    MemoryLimits unlimited =
        new MemoryLimits(
            profile.heap(),
            Long.MAX_VALUE,
            JvmMemory.usual(profile.heap()),
            PhysicalMemory.UNLIMITED);
    Diagnosis diagnosis = Diagnosis.of(conf, unlimited, false);
    for (InvalidSettingException error : diagnosis.errors()) {
      throw new DoctorException(String.valueOf(error.getMessage()));
    }
    return diagnosis.settings().memoryNeed();
  }
}
