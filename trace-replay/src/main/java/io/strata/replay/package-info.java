/**
 * Replays traces on the off-heap engine. The packages, each seeing only those before it: {@code
 * trace}, {@code policy}, {@code engine}, and this one.
 */
@NullMarked
package io.strata.replay;

import org.jspecify.annotations.NullMarked;
