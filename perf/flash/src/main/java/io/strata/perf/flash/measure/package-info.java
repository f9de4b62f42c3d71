/** Measurements of engines: reads, inserts, restarts, point clouds. */
@NullMarked
package io.strata.perf.flash.measure;

import org.jspecify.annotations.NullMarked;
