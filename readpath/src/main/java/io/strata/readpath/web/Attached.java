package io.strata.readpath.web;

import io.strata.l2.AttachStatistics;
import java.util.concurrent.TimeUnit;

/** Describes the result of attaching to the memory of the previous process, in a sentence. */
final class Attached {
  private static final long MILLIS_PER_SECOND = 1_000;

  private Attached() {}

  /**
   * Returns the sentence.
   *
   * @param tierBytes capacity of the tier
   */
  static String sentence(AttachStatistics now, long tierBytes) {
    if (now.buckets() == 0) {
      return "Started empty: see the server's log for the cause.";
    }
    if (!now.ended()) {
      return "Attaching to the blocks of the previous process: %.0f %% of the buckets are indexed. Until all are, blocks in the others are misses."
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
