/** Requests at rates that rise, and where an engine cannot follow. */
@NullMarked
package io.strata.perf.flash.load;

import org.jspecify.annotations.NullMarked;
