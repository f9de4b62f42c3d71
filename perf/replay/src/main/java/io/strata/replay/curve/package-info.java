/** The error of the estimated miss-ratio curve against the exact one. */
@NullMarked
package io.strata.replay.curve;

import org.jspecify.annotations.NullMarked;
