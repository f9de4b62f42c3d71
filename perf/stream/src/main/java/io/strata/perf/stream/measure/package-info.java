/** The measured operations on an engine. */
@NullMarked
package io.strata.perf.stream.measure;

import org.jspecify.annotations.NullMarked;
