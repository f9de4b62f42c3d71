/** Blocks as HBase's pages list them, for both tiers. */
@NullMarked
package io.strata.readpath.listing;

import org.jspecify.annotations.NullMarked;
