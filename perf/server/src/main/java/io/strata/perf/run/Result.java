package io.strata.perf.run;

import io.strata.perf.load.LoadResult;

/**
 * The result of an iteration.
 *
 * @param client the client's measurements
 * @param handledSeconds the time in which the server handled all of {@link LoadResult#handledRows},
 *     including a warm-up of the client and the last answers
 */
record Result(LoadResult client, double handledSeconds) {
  /** Returns the end of measuring, in milliseconds of the epoch. */
  long endMillis() {
    return client.beginMillis() + Math.round(client.seconds() * 1_000);
  }
}
