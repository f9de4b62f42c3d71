/**
 * The memory layout: bits in a word, words in a header, slots in a bucket. Arithmetic, no state.
 */
@NullMarked
package io.strata.l2.layout;

import org.jspecify.annotations.NullMarked;
