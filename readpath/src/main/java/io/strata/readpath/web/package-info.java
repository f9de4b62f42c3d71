/** What the RegionServer's web interface shows of the cache. */
@NullMarked
package io.strata.readpath.web;

import org.jspecify.annotations.NullMarked;
