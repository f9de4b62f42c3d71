/** How far the estimated miss-ratio curve is from the exact one. */
@NullMarked
package io.strata.replay.curve;

import org.jspecify.annotations.NullMarked;
