/** {@code ./strata demo}: BucketCache and Strata on two real RegionServers, in five stories. */
@NullMarked
package io.strata.perf.demo;

import org.jspecify.annotations.NullMarked;
