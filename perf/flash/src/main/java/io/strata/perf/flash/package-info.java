/** The command {@code ./strata bench flash}: compares the flash tier with HBase's file engine. */
@NullMarked
package io.strata.perf.flash;

import org.jspecify.annotations.NullMarked;
