/**
 * What a server's garbage collector did, from its GC log, and where the server allocates, from a
 * recording of the JDK's Flight Recorder.
 */
@NullMarked
package io.strata.perf.gc;

import org.jspecify.annotations.NullMarked;
