/**
 * The command line of {@code ./strata compare} and {@code ./strata record}: what was asked for,
 * whether the machine has what it takes, and that nothing is left behind.
 */
@NullMarked
package io.strata.perf.compare;

import org.jspecify.annotations.NullMarked;
