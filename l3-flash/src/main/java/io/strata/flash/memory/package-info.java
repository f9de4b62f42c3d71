/** Memory off the heap. */
@NullMarked
package io.strata.flash.memory;

import org.jspecify.annotations.NullMarked;
