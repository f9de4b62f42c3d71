/** Hit ratios as tables, plots and CSV. */
@NullMarked
package io.strata.replay.report;

import org.jspecify.annotations.NullMarked;
