/**
 * Makes the raw data of a comparison into what a person reads: one HTML file with charts, and
 * tables in Markdown. Every figure shown is computed here from the raw files, and nowhere else. So
 * it is with restarts, of which there are no files.
 */
@NullMarked
package io.strata.perf.report;

import org.jspecify.annotations.NullMarked;
