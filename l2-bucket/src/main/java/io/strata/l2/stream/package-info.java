/**
 * A cache of entries that grow: equal blocks, chained, in the same buffers as the block store's.
 */
@NullMarked
package io.strata.l2.stream;

import org.jspecify.annotations.NullMarked;
