/**
 * The block cache that HBase uses, and the classes that install it in a RegionServer.
 *
 * <p>The packages are layers, each of which depends only on those before it: {@code compress},
 * {@code count}, {@code listing} and {@code repeat}; {@code config}; {@code l1}, {@code l3} and
 * {@code trace}; {@code l2}; {@code usage}; {@code metrics}; {@code web}; this package.
 */
@NullMarked
package io.strata.readpath;

import org.jspecify.annotations.NullMarked;
