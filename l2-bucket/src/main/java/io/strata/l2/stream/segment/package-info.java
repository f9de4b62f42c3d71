/**
 * A read index over the cache of entries that grow: segments that are appended to and read, the
 * newest bytes from memory, older ones from a storage that the caller supplies. Knows nothing of
 * HBase.
 */
@NullMarked
package io.strata.l2.stream.segment;

import org.jspecify.annotations.NullMarked;
