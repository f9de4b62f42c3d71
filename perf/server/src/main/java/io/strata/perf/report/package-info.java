/**
 * Reports: of a comparison, one HTML file with charts, and tables in Markdown; of restarts and
 * paired measurements, a page in Markdown. All figures are computed here, from the raw data.
 */
@NullMarked
package io.strata.perf.report;

import org.jspecify.annotations.NullMarked;
