/** Measures the cache of entries that grow beside its peers: {@code ./bench --streams}. */
@NullMarked
package io.strata.perf.stream;

import org.jspecify.annotations.NullMarked;
