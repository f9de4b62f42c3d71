/**
 * Runs tests of HBase's own, unchanged in what they check, with Strata where they make a block
 * cache.
 */
@NullMarked
package io.strata.judge;

import org.jspecify.annotations.NullMarked;
