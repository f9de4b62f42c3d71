/** Measures the cache of entries that grow beside its peers: {@code ./strata bench stream}. */
@NullMarked
package io.strata.perf.stream;

import org.jspecify.annotations.NullMarked;
