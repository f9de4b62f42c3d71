package io.strata.flash.ring;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Generates the sequence numbers of regions, in the order in which regions of all devices are
 * filled. Thread-safe.
 *
 * <p>The sequence starts with the clock, so those of this start are higher than those of earlier
 * starts before all devices have been read. The sequences found on a device raise it before that
 * device begins. So even if the clock was set back, each device's ring continues after its newest
 * region, and recovery knows the newer of two blocks on one device. Only regions of different
 * starts on different devices may be misordered then: a device does not wait for the headers of
 * another, which may hang.
 */
public final class Sequences {
  private final AtomicLong last =
      new AtomicLong(TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()));

  long next() {
    return last.incrementAndGet();
  }

  /** Makes all later sequences higher than one that was found on a device. */
  public void raise(long found) {
    last.accumulateAndGet(found, Math::max);
  }
}
