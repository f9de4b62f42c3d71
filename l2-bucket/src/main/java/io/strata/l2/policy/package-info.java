/** Eviction policies over the policy bits in the slots' meta words. */
@NullMarked
package io.strata.l2.policy;

import org.jspecify.annotations.NullMarked;
