/**
 * YCSB on a real HBase: a binding for its database interface, the workloads, the table that is
 * loaded once, and runs whose figures come from YCSB's own measurements.
 */
@NullMarked
package io.strata.perf.ycsb;

import org.jspecify.annotations.NullMarked;
