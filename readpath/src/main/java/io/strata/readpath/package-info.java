/**
 * What HBase sees: the block cache, and the ways to install it.
 *
 * <p>The packages, each seeing only those before it: {@code config} and {@code listing}, {@code
 * l1}, {@code l2} and {@code trace}, and this one.
 */
@NullMarked
package io.strata.readpath;

import org.jspecify.annotations.NullMarked;
