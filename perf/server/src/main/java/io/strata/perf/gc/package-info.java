/**
 * What a server's garbage collector did, and where the server allocates, from recordings of the
 * JDK's Flight Recorder.
 */
@NullMarked
package io.strata.perf.gc;

import org.jspecify.annotations.NullMarked;
