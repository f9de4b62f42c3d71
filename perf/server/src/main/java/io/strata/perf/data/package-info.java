/** The raw data of restarts and of reads from an object store, from which the reports are made. */
@NullMarked
package io.strata.perf.data;

import org.jspecify.annotations.NullMarked;
