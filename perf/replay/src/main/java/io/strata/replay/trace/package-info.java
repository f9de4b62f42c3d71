/** Accesses to blocks, and the files that hold them. */
@NullMarked
package io.strata.replay.trace;

import org.jspecify.annotations.NullMarked;
