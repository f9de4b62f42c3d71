/**
 * The classes that a server names in its configuration, and what they show of the cache in JMX.
 *
 * <p>The packages are layers, each of which depends only on those before it: {@code compress},
 * {@code count} and {@code repeat}; {@code config}; {@code l1}, {@code l3} and {@code trace};
 * {@code l2}; {@code usage}; {@code metrics}; {@code web}; {@code cache}; {@code blockcache}; this
 * package.
 */
@NullMarked
package io.strata.readpath;

import org.jspecify.annotations.NullMarked;
