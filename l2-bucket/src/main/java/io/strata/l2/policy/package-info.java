/** What the cache keeps: policies over the marks that reads leave in the slots' pin words. */
@NullMarked
package io.strata.l2.policy;

import org.jspecify.annotations.NullMarked;
