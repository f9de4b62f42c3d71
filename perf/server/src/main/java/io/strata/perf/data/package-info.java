/**
 * The raw data of a comparison, in files: one folder for each sample, and one file of facts about
 * the run. The measuring packages write here; the reports read nothing else. A {@link Restart} is
 * passed in memory, without a file.
 */
@NullMarked
package io.strata.perf.data;

import org.jspecify.annotations.NullMarked;
