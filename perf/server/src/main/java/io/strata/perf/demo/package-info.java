/** {@code ./strata demo}: BucketCache and Strata side by side on real servers, in five stories. */
@NullMarked
package io.strata.perf.demo;

import org.jspecify.annotations.NullMarked;
