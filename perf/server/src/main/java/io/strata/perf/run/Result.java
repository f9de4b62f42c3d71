package io.strata.perf.run;

import io.strata.perf.load.LoadResult;

/**
 * What a client saw of an iteration.
 *
 * @param client what it measured
 * @param handledSeconds in which the server handled all of {@link LoadResult#handledRows}: a
 *     warm-up of the client and its last answers are in it
 */
record Result(LoadResult client, double handledSeconds) {
  /** When measuring was over, in milliseconds of the epoch. */
  long endMillis() {
    return client.beginMillis() + Math.round(client.seconds() * 1_000);
  }
}
