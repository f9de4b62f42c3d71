/**
 * The commands {@code ./strata compare}, {@code ./strata record}, {@code ./strata bench paired} and
 * {@code ./strata bench restart}: their options, the check that the machine has the resources, and
 * the clean-up.
 */
@NullMarked
package io.strata.perf.compare;

import org.jspecify.annotations.NullMarked;
