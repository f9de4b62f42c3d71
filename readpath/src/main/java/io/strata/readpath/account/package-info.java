/** Whose the blocks are, by table and family, and quotas of these. */
@NullMarked
package io.strata.readpath.account;

import org.jspecify.annotations.NullMarked;
