/**
 * A read index over the cache of appendable entries: segments that are appended to and read, the
 * newest bytes from memory, older ones from a storage that the caller supplies. Independent of
 * HBase.
 */
@NullMarked
package io.strata.l2.stream.segment;

import org.jspecify.annotations.NullMarked;
