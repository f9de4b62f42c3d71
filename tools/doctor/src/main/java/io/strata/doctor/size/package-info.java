/** Generates a configuration for a memory and an amount of data, with the reason for each value. */
@NullMarked
package io.strata.doctor.size;

import org.jspecify.annotations.NullMarked;
