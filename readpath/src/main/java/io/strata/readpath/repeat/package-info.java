/** What becomes of a block that is inserted while the cache has one of its key. */
@NullMarked
package io.strata.readpath.repeat;

import org.jspecify.annotations.NullMarked;
