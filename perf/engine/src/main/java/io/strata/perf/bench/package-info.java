/**
 * Benchmarks of Strata's off-heap tier and HBase's own caches in the same run: hits, inserts,
 * memory use and eviction. {@code ./strata bench engine} runs them all.
 */
@NullMarked
package io.strata.perf.bench;

import org.jspecify.annotations.NullMarked;
