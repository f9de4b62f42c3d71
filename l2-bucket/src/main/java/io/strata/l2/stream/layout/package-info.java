/** The bits of the chained layout: where a block lies, and what is known of it. Pure arithmetic. */
@NullMarked
package io.strata.l2.stream.layout;

import org.jspecify.annotations.NullMarked;
