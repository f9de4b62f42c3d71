/** What lies where in a region, and how a place in one is written in a word. Pure arithmetic. */
@NullMarked
package io.strata.flash.layout;

import org.jspecify.annotations.NullMarked;
