/**
 * Recordings of what the cache of a real HBase is asked under known loads, by the plugin's own
 * recorder.
 */
@NullMarked
package io.strata.perf.record;

import org.jspecify.annotations.NullMarked;
