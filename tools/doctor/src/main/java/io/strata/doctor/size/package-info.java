/** A configuration that fits a memory and an amount of data, with the reason for each choice. */
@NullMarked
package io.strata.doctor.size;

import org.jspecify.annotations.NullMarked;
