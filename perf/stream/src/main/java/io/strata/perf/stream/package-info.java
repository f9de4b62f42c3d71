/**
 * The command {@code ./strata bench stream}: compares the cache of appendable entries with other
 * caches.
 */
@NullMarked
package io.strata.perf.stream;

import org.jspecify.annotations.NullMarked;
