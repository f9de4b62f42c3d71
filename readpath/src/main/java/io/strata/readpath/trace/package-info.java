/**
 * Records accesses to the cache in files of the format {@link io.strata.trace}.
 *
 * <p>A request thread inserts a record of two words into one of several preallocated rings. It
 * takes no lock, never waits and allocates nothing. A background thread drains the rings to files.
 * If it falls behind, records are dropped and counted.
 */
@NullMarked
package io.strata.readpath.trace;

import org.jspecify.annotations.NullMarked;
