/**
 * The published results: pages of {@code perf/results} as data, the commits that they were measured
 * at, and the parts of documents that quote them.
 */
@NullMarked
package io.strata.perf.common.results;

import org.jspecify.annotations.NullMarked;
