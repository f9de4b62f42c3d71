/** The cache of all tiers: created from settings, changed while it serves, without a server. */
@NullMarked
package io.strata.readpath.cache;

import org.jspecify.annotations.NullMarked;
