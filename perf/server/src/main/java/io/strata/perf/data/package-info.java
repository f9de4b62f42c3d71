/**
 * What a comparison has measured, as files that outlive it: one folder for each sample, and one
 * file of facts about the run. Whoever measures writes here; whoever reports reads nothing else. A
 * {@link Restart} is handed over without a file.
 */
@NullMarked
package io.strata.perf.data;

import org.jspecify.annotations.NullMarked;
