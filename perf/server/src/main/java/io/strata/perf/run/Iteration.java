package io.strata.perf.run;

import io.strata.perf.data.Mode;

/**
 * A part of a trial that yields one sample.
 *
 * @param load name, as in raw data
 * @param threads number of client threads
 * @param mode how the client paces its operations
 */
record Iteration(String load, int threads, Mode mode) {}
