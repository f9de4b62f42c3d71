/**
 * Open-loop load generation: each request has a scheduled send time that does not depend on earlier
 * responses.
 */
@NullMarked
package io.strata.perf.common.load;

import org.jspecify.annotations.NullMarked;
