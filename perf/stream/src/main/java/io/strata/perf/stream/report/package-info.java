/** What was measured, as a page. */
@NullMarked
package io.strata.perf.stream.report;

import org.jspecify.annotations.NullMarked;
