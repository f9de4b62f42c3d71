/** The cache's pages in the RegionServer's web interface. */
@NullMarked
package io.strata.readpath.web;

import org.jspecify.annotations.NullMarked;
