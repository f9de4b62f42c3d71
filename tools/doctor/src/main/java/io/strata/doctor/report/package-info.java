/** Prints the memory of a configuration as tables and a bar, and its problems, in 80 columns. */
@NullMarked
package io.strata.doctor.report;

import org.jspecify.annotations.NullMarked;
