/** The buffers of chains: their words, their bytes and their free runs. */
@NullMarked
package io.strata.l2.stream.buffer;

import org.jspecify.annotations.NullMarked;
