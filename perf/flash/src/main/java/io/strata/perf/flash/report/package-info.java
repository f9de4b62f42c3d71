/** What was measured, as Markdown and drawings. */
@NullMarked
package io.strata.perf.flash.report;

import org.jspecify.annotations.NullMarked;
