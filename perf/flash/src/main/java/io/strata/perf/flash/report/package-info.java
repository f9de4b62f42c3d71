/** The report: Markdown and charts. */
@NullMarked
package io.strata.perf.flash.report;

import org.jspecify.annotations.NullMarked;
