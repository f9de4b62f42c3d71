/**
 * Strata beside HBase's own BucketCache: the same table, the same reads, the same cache sizes, on a
 * real HBase, in one command.
 */
@NullMarked
package io.strata.perf.compare;

import org.jspecify.annotations.NullMarked;
