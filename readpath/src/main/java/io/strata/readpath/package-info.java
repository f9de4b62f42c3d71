/**
 * The block cache that HBase uses, and the classes that install it in a RegionServer.
 *
 * <p>The packages are layers, each of which depends only on those before it: {@code config} and
 * {@code listing}; {@code l1}, {@code l2} and {@code trace}; this package.
 */
@NullMarked
package io.strata.readpath;

import org.jspecify.annotations.NullMarked;
