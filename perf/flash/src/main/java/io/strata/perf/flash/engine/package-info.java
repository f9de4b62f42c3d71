/** What keeps blocks in files, each measured in the same way. */
@NullMarked
package io.strata.perf.flash.engine;

import org.jspecify.annotations.NullMarked;
