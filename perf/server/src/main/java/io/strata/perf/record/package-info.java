/** Recordings of the block accesses of a real HBase under known loads, by Strata's recorder. */
@NullMarked
package io.strata.perf.record;

import org.jspecify.annotations.NullMarked;
