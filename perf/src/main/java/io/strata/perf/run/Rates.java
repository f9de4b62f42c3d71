package io.strata.perf.run;

import io.strata.perf.data.Mode;
import io.strata.perf.data.RawData;
import io.strata.perf.data.Sample;
import java.io.IOException;

/** The fixed rates at which latencies are measured. */
final class Rates {
  /**
   * Of what the first deploy does at full speed: enough for queues to build up behind a pause, and
   * little enough for slower deploys to follow.
   */
  private static final double SHARE = 0.4;

  private Rates() {}

  /** Operations a second for a load, from the first sample of it at full speed. */
  static double of(RawData data, String study, String load) throws IOException {
    for (Sample sample : data.samples()) {
      boolean same = sample.key().study().equals(study) && sample.key().load().equals(load);
      if (same && sample.key().mode() == Mode.PEAK) {
        return SHARE * sample.operations() / sample.seconds();
      }
    }
    throw new IllegalStateException(load + " of " + study + " was not measured at full speed.");
  }
}
