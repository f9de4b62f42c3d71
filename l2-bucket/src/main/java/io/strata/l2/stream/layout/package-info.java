/** The bit layout of chains: block addresses and block words. Pure arithmetic. */
@NullMarked
package io.strata.l2.stream.layout;

import org.jspecify.annotations.NullMarked;
