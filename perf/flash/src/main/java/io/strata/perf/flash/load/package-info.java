/** Requests at rising rates, and the saturation point of an engine. */
@NullMarked
package io.strata.perf.flash.load;

import org.jspecify.annotations.NullMarked;
