/** The command {@code ./strata bench flash}: the flash tier's engine beside HBase's own. */
@NullMarked
package io.strata.perf.flash;

import org.jspecify.annotations.NullMarked;
