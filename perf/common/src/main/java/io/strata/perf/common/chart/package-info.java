/** Line charts and scatter plots in SVG. */
@NullMarked
package io.strata.perf.common.chart;

import org.jspecify.annotations.NullMarked;
