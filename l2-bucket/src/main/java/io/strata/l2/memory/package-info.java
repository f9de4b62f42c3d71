/** The memory of buckets: direct buffers, or files mapped into memory. */
@NullMarked
package io.strata.l2.memory;

import org.jspecify.annotations.NullMarked;
