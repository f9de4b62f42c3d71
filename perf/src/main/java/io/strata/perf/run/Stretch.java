package io.strata.perf.run;

import io.strata.perf.data.Mode;

/**
 * A part of a life that is measured by itself.
 *
 * @param load what the client does, as in raw data
 * @param threads of the client
 * @param mode how it sets its pace
 */
record Stretch(String load, int threads, Mode mode) {}
