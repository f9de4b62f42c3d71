/** Evaluates {@code hbase-env.sh}: the command line of a RegionServer, and its memory limits. */
@NullMarked
package io.strata.doctor.env;

import org.jspecify.annotations.NullMarked;
