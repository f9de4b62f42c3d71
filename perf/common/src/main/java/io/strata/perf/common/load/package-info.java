/** Open-loop load: requests that are due at a pace, whether those before them were answered. */
@NullMarked
package io.strata.perf.common.load;

import org.jspecify.annotations.NullMarked;
