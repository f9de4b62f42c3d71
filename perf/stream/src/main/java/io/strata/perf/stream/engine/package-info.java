/** The measured caches: each stores entries by number, and copies data on insert and on read. */
@NullMarked
package io.strata.perf.stream.engine;

import org.jspecify.annotations.NullMarked;
