/** The command line {@code strata}: {@code doctor}, {@code size} and {@code memory}. */
@NullMarked
package io.strata.doctor;

import org.jspecify.annotations.NullMarked;
