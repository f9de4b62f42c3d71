/** What a configuration comes to, as a table and a bar for a terminal of 80 columns. */
@NullMarked
package io.strata.doctor.report;

import org.jspecify.annotations.NullMarked;
