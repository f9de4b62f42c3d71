/** What the cache counts, for those who watch it: meters, and where they are shown. */
@NullMarked
package io.strata.readpath.metrics;

import org.jspecify.annotations.NullMarked;
