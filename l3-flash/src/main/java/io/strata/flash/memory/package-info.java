/** Direct memory that is freed when it is closed. */
@NullMarked
package io.strata.flash.memory;

import org.jspecify.annotations.NullMarked;
