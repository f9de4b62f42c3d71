/**
 * The command line of {@code ./strata compare}, {@code ./strata record} and {@code ./strata bench
 * restart}: what was asked for, whether the machine has what it takes, and that nothing is left
 * behind.
 */
@NullMarked
package io.strata.perf.compare;

import org.jspecify.annotations.NullMarked;
