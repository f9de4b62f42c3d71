/** The cache's meters, and their export to Prometheus and Hadoop's metrics system. */
@NullMarked
package io.strata.readpath.metrics;

import org.jspecify.annotations.NullMarked;
