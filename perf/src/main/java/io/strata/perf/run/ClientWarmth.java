package io.strata.perf.run;

import java.time.Duration;

/** How long this process has been sending load: its own code is slow at first. Not thread-safe. */
final class ClientWarmth {
  /** In samples. */
  private static final int ENOUGH = 4;

  private Duration sent = Duration.ZERO;

  void add(Duration load) {
    sent = sent.plus(load);
  }

  boolean isEnough(Phases phases) {
    return sent.compareTo(phases.sample().multipliedBy(ENOUGH)) >= 0;
  }
}
