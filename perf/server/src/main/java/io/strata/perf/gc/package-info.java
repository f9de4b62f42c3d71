/**
 * Garbage collections and allocation sites of a server, from recordings of the JDK's Flight
 * Recorder.
 */
@NullMarked
package io.strata.perf.gc;

import org.jspecify.annotations.NullMarked;
