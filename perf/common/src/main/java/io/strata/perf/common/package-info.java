/**
 * What every measurement needs: the machine's facts, the lock of a run, its progress, spreads,
 * Markdown tables.
 */
@NullMarked
package io.strata.perf.common;

import org.jspecify.annotations.NullMarked;
