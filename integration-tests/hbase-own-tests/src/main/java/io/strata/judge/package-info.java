/** Runs HBase's own tests, with unchanged checks, on Strata instead of HBase's block caches. */
@NullMarked
package io.strata.judge;

import org.jspecify.annotations.NullMarked;
