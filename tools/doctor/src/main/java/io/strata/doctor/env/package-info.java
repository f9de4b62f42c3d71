/**
 * What {@code hbase-env.sh} makes of the command line of a RegionServer, and that of its memory.
 */
@NullMarked
package io.strata.doctor.env;

import org.jspecify.annotations.NullMarked;
