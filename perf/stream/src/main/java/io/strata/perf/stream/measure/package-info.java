/** What is done with an engine, and how long it takes. */
@NullMarked
package io.strata.perf.stream.measure;

import org.jspecify.annotations.NullMarked;
