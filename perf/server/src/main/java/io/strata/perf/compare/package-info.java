/**
 * The commands {@code ./strata compare}, {@code ./strata record}, {@code ./strata bench paired},
 * {@code restart} and {@code object-store}: their options, the check that the machine has the
 * resources, and the clean-up.
 */
@NullMarked
package io.strata.perf.compare;

import org.jspecify.annotations.NullMarked;
