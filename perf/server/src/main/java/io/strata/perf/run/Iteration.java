package io.strata.perf.run;

import io.strata.perf.data.Mode;

/**
 * A part of a trial that is measured by itself, and gives a sample.
 *
 * @param load what the client does, as in raw data
 * @param threads of the client
 * @param mode how it sets its pace
 */
record Iteration(String load, int threads, Mode mode) {}
