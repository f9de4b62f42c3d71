package io.strata.readpath.web;

import io.strata.l2.AttachStatistics;
import java.util.concurrent.TimeUnit;

/** How warm memory that outlives the process came back, in a sentence. */
final class Attached {
  private static final long MILLIS_PER_SECOND = 1_000;

  private Attached() {}

  /**
   * Returns the sentence of the moment.
   *
   * @param tierBytes that the tier may take
   */
  static String sentence(AttachStatistics now, long tierBytes) {
    if (now.buckets() == 0) {
      return "Started empty: the server's log says why.";
    }
    if (!now.ended()) {
      return "Attaching to the blocks of the previous process: %.0f %% of the buckets are indexed; other blocks are read from HBase's files until they are."
          .formatted(100.0 * now.begunBuckets() / now.buckets());
    }
    return "Attached %,d blocks of the previous process (%.1f %% of the tier's bytes), indexed in %s."
        .formatted(now.blocks(), 100.0 * now.bytes() / tierBytes, time(now.nanos()));
  }

  private static String time(long nanos) {
    long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
    return millis < MILLIS_PER_SECOND
        ? "%,d ms".formatted(millis)
        : "%,.1f s".formatted((double) millis / MILLIS_PER_SECOND);
  }
}
