/** Where servers are started: a folder, a log and a lock of a run's own, of which nothing stays. */
@NullMarked
package io.strata.perf.work;

import org.jspecify.annotations.NullMarked;
