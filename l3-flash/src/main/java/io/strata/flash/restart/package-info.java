/** What lies on devices from earlier starts: found again, and written down for the next. */
@NullMarked
package io.strata.flash.restart;

import org.jspecify.annotations.NullMarked;
