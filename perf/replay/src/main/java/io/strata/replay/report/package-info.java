/** Hit ratios as people and programs read them. */
@NullMarked
package io.strata.replay.report;

import org.jspecify.annotations.NullMarked;
