/** What every report of this module needs: the machine's facts, spreads, Markdown tables. */
@NullMarked
package io.strata.perf.common;

import org.jspecify.annotations.NullMarked;
