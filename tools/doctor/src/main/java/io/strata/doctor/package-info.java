/** The command line {@code strata}: {@code doctor} and {@code size}. */
@NullMarked
package io.strata.doctor;

import org.jspecify.annotations.NullMarked;
