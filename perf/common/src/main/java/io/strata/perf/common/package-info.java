/**
 * The toolkit that all benchmarks share: checks and description of the machine, the lock of a run,
 * forked JVMs, progress, statistics, goals, and reports in Markdown and HTML.
 */
@NullMarked
package io.strata.perf.common;

import org.jspecify.annotations.NullMarked;
