/**
 * What is measured: caches of entries by number, each of which copies what it is given and what is
 * read.
 */
@NullMarked
package io.strata.perf.stream.engine;

import org.jspecify.annotations.NullMarked;
