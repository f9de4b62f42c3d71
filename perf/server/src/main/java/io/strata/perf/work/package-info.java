/** The working folder, log and lock of a run that starts servers. */
@NullMarked
package io.strata.perf.work;

import org.jspecify.annotations.NullMarked;
