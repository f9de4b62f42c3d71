/** What is kept of a region that is about to be overwritten. */
@NullMarked
package io.strata.flash.reinsert;

import org.jspecify.annotations.NullMarked;
