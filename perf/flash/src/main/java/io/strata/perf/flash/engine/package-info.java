/** The engines that store blocks in files, with a common interface. */
@NullMarked
package io.strata.perf.flash.engine;

import org.jspecify.annotations.NullMarked;
