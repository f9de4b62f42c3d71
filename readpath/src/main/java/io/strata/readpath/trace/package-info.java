/**
 * Records what the cache is asked, to files of {@link io.strata.trace}.
 *
 * <p>A thread that serves a request puts a record of four words into one of some rings, whose
 * memory is taken once, and goes on: it takes no lock, waits for nobody and makes no garbage. One
 * thread takes the records out and writes them. Where it does not keep up, records are dropped and
 * counted.
 */
@NullMarked
package io.strata.readpath.trace;

import org.jspecify.annotations.NullMarked;
