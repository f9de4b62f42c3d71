/**
 * YCSB on a real HBase: a binding of ours for its database interface, the workloads, the table that
 * is loaded once, and runs whose figures come from what YCSB itself has measured.
 */
@NullMarked
package io.strata.perf.ycsb;

import org.jspecify.annotations.NullMarked;
