package io.strata.flash.ring;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers the regions of all devices in the order in which they are filled. Thread-safe.
 *
 * <p>They begin with the clock, so that those of this start are higher than those of earlier ones
 * before all devices have been asked what they hold. What is found on a device raises them before
 * that device begins. So also where the clock was put back, each device's ring goes on after its
 * newest region, and of two blocks on one device the newer is known. Only between regions of
 * different starts on different devices the order may be wrong then: a device does not wait for the
 * headers of another, which may hang.
 */
public final class Sequences {
  private final AtomicLong last =
      new AtomicLong(TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()));

  long next() {
    return last.incrementAndGet();
  }

  /** All that come are higher than this one, which was found. */
  public void raise(long found) {
    last.accumulateAndGet(found, Math::max);
  }
}
