/** Drawings of curves and point clouds in SVG. */
@NullMarked
package io.strata.perf.common.chart;

import org.jspecify.annotations.NullMarked;
