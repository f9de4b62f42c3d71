/** Traces of accesses to blocks, and their file formats. */
@NullMarked
package io.strata.replay.trace;

import org.jspecify.annotations.NullMarked;
