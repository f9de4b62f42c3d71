package io.strata.perf.run;

import io.strata.perf.data.RawData;
import java.util.List;

/**
 * What a study needs to measure in one life of a server.
 *
 * @param study which one, as in raw data
 * @param missing the stretches to measure, in their order; at least one
 * @param server started for this life
 * @param data what was measured up to now
 * @param warmth of the server
 */
record Session(
    String study,
    Life life,
    List<Stretch> missing,
    Server server,
    Sampler sampler,
    Phases phases,
    RawData data,
    Warmth warmth) {

  boolean lacks(Stretch stretch) {
    return missing.contains(stretch);
  }
}
