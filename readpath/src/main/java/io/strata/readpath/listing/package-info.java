/** How blocks are listed on HBase's pages, the same for both tiers. */
@NullMarked
package io.strata.readpath.listing;

import org.jspecify.annotations.NullMarked;
