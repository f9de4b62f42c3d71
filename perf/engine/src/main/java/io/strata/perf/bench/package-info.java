/**
 * What Strata's off-heap tier does by itself, beside HBase's own caches in the same run: hits,
 * inserts, memory, eviction. The command that runs it all is {@code ./strata bench engine}.
 */
@NullMarked
package io.strata.perf.bench;

import org.jspecify.annotations.NullMarked;
